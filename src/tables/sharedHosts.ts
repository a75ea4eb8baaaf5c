// Hosts where many companies have pages, so the host does not identify a company. Site builders with private suffixes
// in the Public Suffix List need no line here.
import { getDomain, getPublicSuffix } from "tldts";

/**
 * Hosts by the reason, in words. `host` is every page there and every name below it, but not the bare host, which is
 * the provider itself; `*.host` only the names below it, because the provider's own pages are at the host; `host/path`
 * only the pages below that path. `host.*` is the host under every public suffix.
 */
const sharedHosts: Readonly<Record<string, string>> = {
  "a social network": `
    facebook.com fb.com fb.me instagram.com instagr.am threads.net threads.com twitter.com x.com bsky.app
    mastodon.social tiktok.com snapchat.com pinterest.* fb.watch vk.ru mastodon.online hachyderm.io
    truthsocial.com clubhouse.com weibo.cn xiaohongshu.com xhslink.com douyin.com zhihu.com reddit.com
    tumblr.com quora.com nextdoor.com meetup.com twitch.tv vk.com ok.ru weibo.com`,
  "a messenger": `
    m.me line.me lin.ee whatsapp.com/channel wa.me api.whatsapp.com chat.whatsapp.com signal.me signal.group
    telegram.dog viber.com discord.com/channels teams.microsoft.com teams.live.com zoom.us/j zoom.us/my
    zoom.us/meeting meet.google.com pf.kakao.com open.kakao.com page.line.me mp.weixin.qq.com work.weixin.qq.com
    join.slack.com t.me telegram.me discord.gg discord.com/invite`,
  "a service for short links": `
    t.co pin.it lnkd.in g.co share.google bit.ly bitly.com goo.gl tinyurl.com ow.ly is.gd v.gd buff.ly
    rebrand.ly cutt.ly shorturl.at t.ly tiny.cc goo.su clck.ru vk.cc amzn.to amzn.eu a.co ebay.us spoti.fi
    apple.co hubs.ly hubs.li sforce.co eepurl.com trib.al dlvr.it bl.ink snip.ly adf.ly u.nu spr.ly smarturl.it
    bit.do x.gd shorturl.com 1url.com kutt.it urlz.fr qr.page qrfy.com me-qr.com q-r.to q-r.me page.link
    onelink.to *.app.link *.onelink.me *.page.link geni.us linktw.in shrtco.de soo.gd urlgeni.us zpr.io lc.chat
    app.adjust.com *.adj.st *.smart.link *.lnk.link cutt.us t2m.io rotf.lol gg.gg bitly.ws ur0.jp ay.live
    urlr.me short.io *.short.io tny.im ift.tt wp.me tr.im j.mp flip.it fal.cn qrs.ly qrco.io scan.page
    l.instagram.com rb.gy s.id dub.sh short.gy l.ead.me qr.io qrco.de qr.ae`,
  "a site for videos": `
    youtube.com youtu.be vimeo.com dailymotion.com rumble.com odysee.com bilibili.com twitch.com
    wistia.com/medias`,
  "a site for pictures": `
    flickr.com`,
  "a site for portfolios": `
    behance.net dribbble.com deviantart.com *.artstation.com artstation.com unsplash.com/@ 500px.com/p imgur.com
    *.myportfolio.com *.format.com codepen.io`,
  "a site for music": `
    soundcloud.com bandcamp.com open.spotify.com music.apple.com mixcloud.com music.youtube.com`,
  "a site for podcasts": `
    podcasts.apple.com`,
  "a site for link pages": `
    linktr.ee linktree.com bio.link beacons.ai campsite.bio lnk.bio linkin.bio linkbio.co link.me msha.ke
    milkshake.app tap.bio solo.to taplink.cc hoo.be stan.store znap.link lnk.to ffm.to linkfire.com hypeddit.com
    withkoji.com koji.to heylink.me direct.me instabio.cc many.link manylink.co linkpop.com shor.by snipfeed.co
    later.com/p biolinky.co mez.ink popl.co bento.me komi.io pillar.io lit.link linkr.bio bio.site potofu.me
    tr.ee hihello.me hihello.com/p dot.cards blinq.me lynk.id biolink.info bio.fm linkby.com hopp.bio
    campsite.to wlo.link tapbio.com liinks.co sleek.bio flow.page allmylinks.com contactin.bio`,
  "a site for profiles": `
    about.me`,
  "a site builder": `
    sites.google.com business.site negocio.site *.wix.com *.wordpress.com *.weebly.com weeblysite.com
    *.squarespace.com *.shopify.com *.zohosites.com *.mozello.com *.neocities.org *.jimdo.com jimdosite.com
    jimdofree.com jimdoweb.com *.softr.app *.glide.page
    *.glideapp.io *.super.site *.b12sites.com *.ucraft.net *.ucraft.site *.ucraft.com *.webstarts.com
    *.tripod.com *.angelfire.com angelfire.com *.ning.com *.canalblog.com *.e-monsite.com *.webself.net
    *.beepworld.de *.npage.de *.hpage.com *.webnode.* *.estranky.cz *.estranky.sk *.narod.ru *.ucoz.*
    *.nethouse.ru *.canva.site *.canva.website *.odoo.com *.mozellosite.com *.000webhostapp.com *.great-site.net
    *.infinityfreeapp.com *.rf.gd *.doodlekit.com *.localo.site *.kinsta.cloud *.wpcomstaging.com *.home.blog
    *.business.blog *.design.blog *.food.blog *.travel.blog *.video.blog *.photo.blog *.art.blog *.blogspot.*
    *.site.pro *.cargo.site *.readymag.com *.adobesites.com
    *.hostingersite.com *.mystagingwebsite.com *.gitbook.com *.unbounce.com *.unbouncepages.com *.instapage.com
    *.clickfunnels.com *.systeme.io *.landingi.com *.swipepages.com *.gamma.site *.glitch.me
    canva.com/design *.strikingly.com mystrikingly.com godaddysites.com webnode.page
    *.site123.com site123.me onepage.me *.onepage.io *.homestead.com ueniweb.com *.tilda.ws
    *.tilda.cc *.webador.com *.webador.de *.zyrosite.com *.durable.co multiscreensite.com dudaone.com
    hubspotpagebuilder.com hs-sites.com mailchimpsites.com`,
  "a site for newsletters": `
    mailchi.mp *.substack.com *.beehiiv.com *.ghost.io`,
  "a site for blogs": `
    medium.com ameblo.jp note.com *.over-blog.com *.livejournal.com *.typepad.com`,
  "a site for documents": `
    notion.so docs.google.com drive.google.com dropbox.com/s dropbox.com/scl dropbox.com/sh photos.google.com
    photos.app.goo.gl onedrive.live.com wetransfer.com we.tl trello.com miro.com/app figma.com/file
    figma.com/design figma.com/proto *.box.com lucid.app coda.io/d archive.org/details
    *.pitch.com pitch.com/v *.dropmark.com prezi.com/p prezi.com/view docsend.com/view padlet.com
    mega.nz 1drv.ms issuu.com slideshare.net scribd.com`,
  "a site for shops": `
    *.bigcartel.com *.ecwid.com *.company.site *.mybigcommerce.com sumupstore.com sumup.link
    *.thebase.in *.stores.jp *.shopbase.com *.gumroad.com gumroad.com *.lemonsqueezy.com payhip.com
    *.tictail.com *.teachable.com *.thinkific.com *.kajabi.com *.mykajabi.com *.podia.com
    *.circle.so skool.com udemy.com/user smartstore.naver.com cafe.naver.com *.cafe24.com
    *.mysellix.io *.prestashop.com *.shoplazza.com *.lightspeedhq.com *.tiendanube.com *.mitiendanube.com
    *.nuvemshop.com.br *.lojaintegrada.com.br *.shoptet.cz *.myshoptet.com *.shoplo.com *.ccvshop.nl
    *.myonlinestore.com *.storenvy.com`,
  "a site for bookings": `
    *.booksy.com *.setmore.com cal.com calendar.app.google calendar.google.com meetings.hubspot.com
    meetings-eu1.hubspot.com app.hubspot.com outlook.office365.com outlook.office.com bookings.cloud.microsoft
    savvycal.com youcanbook.me *.as.me *.acuityscheduling.com tidycal.com doodle.com/meeting doodle.com/poll
    doodle.com/bp squareup.com/appointments book.squareup.com fresha.com/a fresha.com/providers treatwell.*
    opentable.* resy.com/cities *.simplybook.me *.simplybook.it vagaro.com doctolib.* planity.com koalendar.com
    zcal.co *.oncehub.com go.oncehub.com appoint.ly *.appointlet.com salonized.com *.salonized.com *.timify.com
    zeeg.me cogsworth.com *.10to8.com reclaim.ai/m app.reclaim.ai clockwise.com/c vcita.com *.bookafy.com
    calendly.com`,
  "a site for forms": `
    forms.office.com *.typeform.com typeform.com/to jotform.com *.jotform.com surveymonkey.* *.wufoo.com
    airtable.com tally.so
    zfrmz.com forms.zoho.com *.formstack.com forms.monday.com form.run forms.hubspot.com share.hsforms.com
    *.hsforms.com *.paperform.co *.fillout.com forms.fillout.com survey.zohopublic.com *.qualtrics.com
    customervoice.microsoft.com forms.app *.cognitoforms.com cognitoforms.com forms.gle`,
  "a map": `
    maps.app.goo.gl g.page google.*/maps maps.google.* google.*/local google.*/place yandex.*/maps maps.yandex.*
    yandex.*/harita 2gis.* share.here.com wego.here.com mapquest.com map.naver.com naver.me place.map.kakao.com
    map.kakao.com map.baidu.com amap.com mapy.cz mapy.com waze.com/live-map bing.*/maps maps.yahoo.co.jp
    business.google.com maps.apple.com openstreetmap.org waze.com/ul what3words.com`,
  "a search page": `
    google.*/search google.*/url bing.*/search search.yahoo.com yandex.*/search translate.google.*`,
  "a directory": `
    yellowpages.com gelbeseiten.de pagesjaunes.fr paginegialle.it yelp.* tripadvisor.* bbb.org/us bbb.org/ca
    capterra.* clutch.co/profile goodfirms.co/company zoominfo.com/c zoominfo.com/p dnb.com/business-directory
    manta.com/c opencorporates.com find-and-update.company-information.service.gov.uk northdata.*
    firmenwissen.de wlw.* europages.* kompass.com 11880.com das-telefonbuch.de dastelefonbuch.de dasoertliche.de
    local.ch search.ch herold.at paginasamarillas.es goldenpages.ie justdial.com indiamart.com pappers.fr
    societe.com verif.com infogreffe.fr houzz.* checkatrade.com angi.com thumbtack.com yell.com 192.com yelu.*
    cylex.* golocal.de meinestadt.de hotfrog.* provenexpert.com trustedshops.* sortlist.* designrush.com/agency
    pitchbook.com/profiles tracxn.com/d apollo.io/companies rocketreach.co owler.com/company stackshare.io
    foursquare.com bloomberg.com/profile f6s.com/company dealroom.co/companies app.dealroom.co whitepages.com
    superpages.com trustpilot.com/review crunchbase.com wellfound.com/company angel.co/company producthunt.com
    g2.com/products kununu.com glassdoor.* indeed.*/cmp stepstone.*/cmp comparably.com/companies
    ambitionbox.com/overview`,
  "an encyclopedia": `
    wikipedia.org wikidata.org *.fandom.com imdb.com/name imdb.com/title imdb.com/company baike.baidu.com
    namu.wiki`,
  "a marketplace": `
    etsy.com ebay.* amazon.*/stores amazon.*/shops amazon.*/dp amazon.*/gp amazon.*/s amazon.*/sp
    aliexpress.com/store *.aliexpress.com *.made-in-china.com walmart.com/seller shopee.* lazada.* tokopedia.com
    mercadolibre.* mercadolivre.com.br rakuten.co.jp store.shopping.yahoo.co.jp faire.com/brand leboncoin.fr
    kleinanzeigen.de ebay-kleinanzeigen.de gumtree.* craigslist.org allegro.pl/uzytkownik bol.com/nl
    cdiscount.com/vendeur otto.de/shop avito.ru ozon.ru/seller wildberries.ru/seller airbnb.* booking.com/hotel
    just-eat.* lieferando.de wolt.com deliveroo.* grubhub.com/restaurant swiggy.com/restaurants zomato.com
    justeat.it thefork.* freelancer.com/u malt.*/profile autoscout24.*/haendler home.mobile.de
    immobilienscout24.de/anbieter rightmove.co.uk/estate-agents zillow.com/profile realtor.com/realestateagents
    *.en.alibaba.com doordash.com/store ubereats.com/store fiverr.com upwork.com/ag upwork.com/agencies
    upwork.com/freelancers`,
  "an app store": `
    apps.apple.com itunes.apple.com play.google.com chromewebstore.google.com appsource.microsoft.com
    apps.microsoft.com apps.shopify.com store.steampowered.com appexchange.salesforce.com addons.mozilla.org
    marketplace.atlassian.com workspace.google.com/marketplace chrome.google.com appgallery.huawei.com
    marketplace.visualstudio.com`,
  "a site for jobs": `
    boards.greenhouse.io job-boards.greenhouse.io jobs.lever.co jobs.ashbyhq.com apply.workable.com
    *.workable.com jobs.smartrecruiters.com careers.smartrecruiters.com *.zohorecruit.com *.icims.com
    *.pinpointhq.com *.applytojob.com *.hibob.com *.taleo.net *.successfactors.com *.successfactors.eu
    *.ultipro.com *.paylocity.com recruiting.paylocity.com *.bullhornstaffing.com *.softgarden.io
    join.com/companies *.recruiterbox.com *.jobvite.com jobs.jobvite.com ats.rippling.com *.welcomekit.co
    welcometothejungle.com/fr welcometothejungle.com/en *.bamboohr.com *.recruitee.com *.teamtailor.com
    *.breezy.hr jobs.personio.de jobs.personio.com myworkdayjobs.com`,
  "a site for donations": `
    patreon.com gofundme.com justgiving.com indiegogo.com betterplace.org leetchi.com donorbox.org
    kickstarter.com/profile opencollective.com liberapay.com kickstarter.com/projects ko-fi.com buymeacoffee.com`,
  "a site for payments": `
    paypal.me venmo.com cash.app paypal.com/paypalme paypal.com/donate buy.stripe.com checkout.stripe.com
    donate.stripe.com square.link revolut.me wise.com/pay`,
  "a site for events": `
    eventbrite.* lu.ma luma.com eventim.* ticketmaster.* ra.co/promoters dice.fm partiful.com xing-events.com
    *.ticket.io *.pretix.eu pretix.eu`,
  "a site for code": `
    github.com gist.github.com gitlab.com bitbucket.org npmjs.com npmjs.com/~ npmjs.com/org huggingface.co
    sourceforge.net codeberg.org launchpad.net crates.io pypi.org hub.docker.com rubygems.org packagist.org
    nuget.org pkg.go.dev replit.com stackoverflow.com dev.to *.hashnode.dev hashnode.com kaggle.com
    gitee.com *.sr.ht raw.githubusercontent.com codesandbox.io stackblitz.com`,
  "an archive": `
    web.archive.org`,
  "software that many companies use": `
    *.sharepoint.com *.atlassian.net *.slack.com *.zendesk.com *.zoom.us *.intercom.help *.helpscoutdocs.com
    *.statuspage.io *.my.site.com *.force.com *.okta.com *.auth0.com *.service-now.com *.sharefile.com
    *.bitrix24.* *.amocrm.ru *.workplace.com *.basecamphq.com *.uservoice.com *.canny.io *.looker.com
    *.freshdesk.com *.salesforce-sites.com *.lightning.force.com *.my.salesforce.com *.onmicrosoft.com`,
  "a host of web sites": `
    *.wpengine.com`,
};

/** Mailbox providers that the list of free-email-domains lacks. */
export const moreMailboxProviders: ReadonlySet<string> = new Set(
  (
    "012.net.il 163.net a1.net aliceadsl.fr amis.net aruba.it bbox.fr bredband.net btopenworld.com " +
    "centurylink.net chello.at ciudad.com.ar clix.pt club-internet.fr cogeco.ca comhem.se ctemplar.com " +
    "cytanet.com.cy delfi.lt dir.bg disroot.org eastlink.ca email.de eunet.rs euskaltel.net ewetel.net " +
    "fastwebnet.it fibertel.com.ar forthnet.gr globo.com gmail.fr gmx.eu gmx.info hccnet.nl hey.com hinet.net " +
    "hispeed.ch hol.gr hotmail.com.ar iafrica.com indigo.ie inet.hr inode.at internet.ru iol.ie " +
    "k.ro kabelbw.de kabelmail.de kabsi.at keemail.me liwest.at magenta.de mailbox.org movistar.es mozmail.com " +
    "mts.rs mweb.co.za net.hr netcologne.de netvigator.com netvision.net.il numericable.fr ofir.dk oi.com.br " +
    "one.lt ono.com otenet.gr pacific.net.sg pchome.com.tw pec.it plus.net plusnet.com " +
    "privaterelay.appleid.com prodigy.net.mx proximus.be ptt.rs r7.com rdslink.ro relay.firefox.com riseup.net " +
    "saunalahti.fi sbb.rs scarlet.be simplelogin.com siol.net skiff.com slingshot.co.nz speedy.com.ar " +
    "starhub.net.sg startmail.com stofanet.dk streamyx.com suddenlink.net sunrise.ch swipnet.se swissonline.ch " +
    "sympatico.ca t-2.net talktalk.net tdcadsl.dk tele2.se teletu.it telkomsa.net telus.net tesco.net tim.it " +
    "tin.it tm.net.my turk.net tuta.com tutamail.com tutanota.com utanet.at versanet.de vip.hr vodafone.co.nz " +
    "vodafone.de vodafone.it vodamail.co.za volja.net volny.cz vsnl.net vtxmail.ch walla.com ya.com yahoo.ne.jp " +
    "youmail.dk zohomail.eu zoznam.sk"
  ).split(" "),
);

/**
 * Private suffixes under which companies register domains, as under a country: `acme.uk.com` is a company, while
 * `acme.github.io` is a page at a host.
 */
export const registries: ReadonlySet<string> = new Set(
  (
    "ae.org br.com cn.com co.com com.de com.se de.com eu.com gb.net hu.net in.net it.com jp.net jpn.com mex.com " +
    "ru.com sa.com se.net uk.com uk.net us.com us.org za.bz za.com co.cz co.nl co.no co.krd edu.krd " +
    "biz.ua co.ua pp.ua com.ru msk.ru spb.ru net.ru org.ru pp.ru msk.su spb.su nov.ru nov.su eu.org co.dk biz.dk " +
    "firm.dk co.pl art.pl gliwice.pl krakow.pl poznan.pl wroc.pl inf.ua ltd.ua radio.am radio.fm"
  ).split(" "),
);

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(sharedHosts).flatMap(([reason, hosts]) =>
    hosts
      .trim()
      .split(/\s+/u)
      .map((host) => [host, reason] as const),
  ),
);

/** The kind of a shared host, such as "a social network"; `undefined` for a host of one company. */
export function reasonOfSharedHost(
  hostName: string,
  [first = ""]: readonly string[],
  isPage: boolean,
): string | undefined {
  if (first.startsWith("@")) {
    return "a site for profiles";
  }
  const bare = hostName.replace(/^www\./u, "");
  const suffix = getPublicSuffix(bare) ?? "";
  const labels = bare.split(".");
  for (let start = 0; start < labels.length - 1; start += 1) {
    const host = labels.slice(start).join(".");
    const isBelow = start > 0;
    for (const name of [host, `${host.slice(0, -suffix.length)}*`]) {
      const reason =
        reasons.get(`${name}/${first}`) ??
        (isPage || isBelow || bare !== getDomain(bare) ? reasons.get(name) : undefined) ??
        (isBelow ? reasons.get(`*.${name}`) : undefined);
      if (reason !== undefined) {
        return reason;
      }
    }
  }
  return undefined;
}
