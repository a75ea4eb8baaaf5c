// What a text identifies, whatever asks: a lookup, a table, a leave-out list, a list of companies.
import assert from "node:assert/strict";
import { entriesOfLine } from "../../../src/tables/leaveOutEntries";
import { parseLookup } from "../../../src/tables/parseLookup";

const companyOf = (text: string): unknown => {
  const read = parseLookup("company", text);
  return read.kind === "understood" ? Object.values(read.identifiers)[0] : undefined;
};
const personOf = (text: string): unknown => {
  const read = parseLookup("person", text);
  return read.kind === "understood" ? read.identifiers["person_name"] : read.message;
};
const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

const shared = words(`
  https://www.facebook.com/acme facebook.com/acme https://m.facebook.com/acme http://fb.me/acme fb.com/acme
  https://www.facebook.com/profile.php?id=100 https://www.instagram.com/acme/ https://instagram.com/acme?igsh=1
  https://twitter.com/acme https://x.com/acme https://www.tiktok.com/@acme https://www.youtube.com/@acme
  https://youtu.be/abc https://www.pinterest.com/acme https://vk.com/acme https://www.threads.net/@acme
  https://www.reddit.com/r/acme https://t.me/acme https://wa.me/4915112345 https://discord.gg/acme
  https://linktr.ee/acme https://beacons.ai/acme https://bio.link/acme https://about.me/acme https://lnk.bio/acme
  https://sites.google.com/view/acme https://acme.business.site https://acme.wixsite.com/home acme.wixsite.com
  https://acme.wordpress.com https://acme.weebly.com/ https://acme.blogspot.com https://acme.github.io/
  https://acme.godaddysites.com https://acme.jimdosite.com/ https://acme.squarespace.com https://acme.webflow.io
  https://acme.myshopify.com https://acme.carrd.co https://acme.tumblr.com https://acme.substack.com
  https://www.google.com/maps/place/Acme https://maps.app.goo.gl/abc https://goo.gl/maps/abc https://g.page/acme
  https://maps.google.com/?cid=1 https://maps.apple.com/?q=acme https://bit.ly/3acme https://tinyurl.com/acme
  https://ow.ly/acme https://t.co/abc https://www.yelp.com/biz/acme https://www.etsy.com/shop/acme
  https://acme.sharepoint.com https://acme.atlassian.net https://acme-bucket.s3.amazonaws.com/index.html
  https://apps.apple.com/app/acme https://medium.com/@acme https://github.com/acme
  https://mastodon.online/@acme https://unknown-network.example/@acme https://fb.watch/abc https://vk.ru/acme
  https://www.zhihu.com/org/acme https://acme.zoom.us/j/1 https://zoom.us/j/1 https://signal.me/#p/1
  https://heylink.me/acme https://bento.me/acme https://lnk.to/acme https://dot.cards/acme https://lit.link/acme
  https://acme.blogspot.de https://acme.webnode.cz https://acme.ucoz.ru https://acme.canva.site https://acme.odoo.com
  https://acme.softr.app https://acme.tripod.com https://acme.home.blog https://acme.gumroad.com https://acme.stores.jp
  https://www.google.co.jp/maps/x https://maps.google.it/x https://www.google.es/search?q=acme https://2gis.kz/x
  https://mapy.cz/s/abc https://map.baidu.com/x https://yandex.com.tr/maps/x https://www.mapquest.com/us/acme
  https://amzn.to/abc https://hubs.ly/abc https://acme.app.link/x https://clck.ru/abc https://me-qr.com/x
  https://huggingface.co/acme https://pypi.org/project/acme https://codeberg.org/acme https://dev.to/acme
  https://cal.com/acme https://meetings.hubspot.com/acme https://calendar.app.google/abc https://youcanbook.me/acme
  https://form.jotform.com/1 https://tally.so/r/x https://airtable.com/shr1 https://www.surveymonkey.co.uk/r/x
  https://www.amazon.co.jp/stores/x https://www.ebay.it/str/acme https://www.yelp.ie/biz/acme https://shopee.sg/acme
  https://www.tripadvisor.de/x https://www.pinterest.com.au/acme https://de.indeed.com/cmp/Acme
  https://www.wlw.de/de/firma/acme https://clutch.co/profile/acme https://www.societe.com/societe/x
  https://acme.shopify.com https://acme.zohosites.com https://acme.mozello.com https://acme.neocities.org
  https://qr.ae/a  https://www.upwork.com/ag/acme https://www.typeform.com/to/x acme.home.arpa
  https://jobs.smartrecruiters.com/acme https://buy.stripe.com/x https://lu.ma/acme https://onedrive.live.com/x
`);

const mailboxes = words(`
  gmail.com googlemail.com t-online.de orange.fr yahoo.co.uk gmx.de gmx.at web.de freenet.de arcor.de 163.com qq.com
  126.com libero.it virgilio.it wp.pl o2.pl onet.pl seznam.cz naver.com hanmail.net bluewin.ch laposte.net free.fr
  sfr.fr wanadoo.fr btinternet.com comcast.net verizon.net uol.com.br terra.com.br rediffmail.com proton.me
  tuta.com vodafone.de netcologne.de sunrise.ch zoznam.sk volny.cz hinet.net pchome.com.tw i.softbank.jp globo.com
  privaterelay.appleid.com msa.hinet.net otenet.gr siol.net talktalk.net mweb.co.za riseup.net walla.com
  hotmail.com.ar vsnl.net turk.net
  tutanota.com mailbox.org ziggo.nl telenet.be bigpond.com icloud.com hotmail.fr live.nl mail.ru yandex.ru
`);

const companies: readonly (readonly [string, string])[] = [
  ["https://info.go.jp/", "info.go.jp"],
  ["https://jobs.ind.br/x", "jobs.ind.br"],
  ["https://www.shop.acme.co.uk/about", "acme.co.uk"],
  ["https://acme.uk.com/", "acme.uk.com"],
  ["ada@berlin.acme.com.au", "acme.com.au"],
  ["https://www.müller.example/x", "xn--mller-kva.example"],
  // The providers themselves are companies.
  ["instagram.com", "instagram.com"],
  ["facebook.com", "facebook.com"],
  ["ada@facebook.com", "facebook.com"],
  ["https://www.zendesk.com/about", "zendesk.com"],
  ["https://www.wix.com/about/us", "wix.com"],
  ["ada@instagram.com", "instagram.com"],
  ["https://www.google.com/about", "google.com"],
  ["https://acme.example/#team", "acme.example"],
  ["ebay.co.uk", "ebay.co.uk"],
  ["https://www.google.co.jp/", "google.co.jp"],
  // Lists and words around an address.
  ["ada@acme.example, bob@acme.example", "acme.example"],
  ["ada@gmail.com; ada@acme.example", "acme.example"],
  ["facebook.com/acme www.acme.example", "acme.example"],
  ["Ada <ada@acme.example>", "acme.example"],
  // As people and spreadsheets write addresses.
  ["https://user:pass@acme.example/x", "acme.example"],
  ["http:acme.example", "acme.example"],
  ["https//acme.example", "acme.example"],
  ["https:/acme.example/x", "acme.example"],
  ["htp://acme.example", "acme.example"],
  ["ftp://ftp.acme.example/x", "acme.example"],
  ["view-source:https://acme.example/", "acme.example"],
  ['="acme.example"', "acme.example"],
  ['=HYPERLINK("https://acme.example","Acme")', "acme.example"],
  ["Acme Inc (acme.example)", "acme.example"],
  ["https://www.linkedin.com/sales/company/12", "https://www.linkedin.com/company/12"],
];

const nobody = words(`
  co.uk www.co.uk com.br s3.amazonaws.com acme.local acme.internal printer.lan localhost Node.js report.pdf
  https://linkedin.com/feed/ https://192.168.0.1/ kobe.jp.
`);

describe("what a text identifies", () => {
  it("is no company for a page at a host of many, a mailbox, a public suffix, or a local name", () => {
    const texts = [...shared, ...nobody, ...mailboxes, ...mailboxes.map((host) => `ada@${host}`)];
    assert.deepEqual(
      texts.filter((text) => companyOf(text) !== undefined),
      [],
    );
  });

  it("leaves out nobody for them either, but the address of one person", () => {
    const texts = [...shared, ...nobody, ...mailboxes, ...mailboxes.map((host) => `@${host}`)];
    assert.deepEqual(
      texts.flatMap((text) => entriesOfLine(text)),
      [],
    );
    assert.deepEqual(entriesOfLine("anna@t-online.de"), [{ kind: "email", value: "anna@t-online.de" }]);
  });

  for (const [text, domain] of companies) {
    it(`is ${domain} for ${text}`, () => assert.equal(companyOf(text), domain));
  }

  const ids: readonly (readonly [string, string | undefined, string | undefined, string | undefined])[] = [
    ["urn:li:organization:12", "professional_network_id 12", undefined, "companyNetworkId 12"],
    ["urn:li:company:12", "professional_network_id 12", undefined, "companyNetworkId 12"],
    ["urn:li:member:12", undefined, "person_professional_network_id 12", "personNetworkId 12"],
    ["urn:li:12:12", "professional_network_id 12", "person_professional_network_id 12", undefined],
    ["id: 12", "professional_network_id 12", "person_professional_network_id 12", undefined],
    ["0", undefined, undefined, undefined],
    ["urn:li:organization:99999999999999999999", undefined, undefined, undefined],
  ];
  for (const [text, company, person, entry] of ids) {
    it(`is by its network id ${text} a company, a person, an entry: ${company}, ${person}, ${entry}`, () => {
      const identified = (kind: "company" | "person"): string | undefined => {
        const read = parseLookup(kind, text);
        return read.kind === "understood" ? Object.entries(read.identifiers)[0]?.join(" ") : undefined;
      };
      const [left] = entriesOfLine(text);
      assert.deepEqual(
        [identified("company"), identified("person"), left && `${left.kind} ${left.value}`],
        [company, person, entry],
      );
    });
  }

  it("is none for an address within a sentence, such as the last line of a report", () => {
    assert.equal(companyOf("Created on 28.11.2026 by Ada: https://crm.example/report"), undefined);
    assert.equal(companyOf("Acme Corporation, https://acme.example"), "acme.example");
  });

  it("says why it is none", () => {
    const why = (text: string): string => {
      const read = parseLookup("company", text);
      return read.kind === "unclear" ? read.message : "";
    };
    assert.match(why("https://www.facebook.com/acme"), /^facebook\.com is a social network/u);
    assert.match(why("https://acme.wixsite.com/home"), /^wixsite\.com is a host where many companies have pages/u);
    for (const two of ["a.example; b.example", "a.example / b.example", "https://a.example https://b.example"]) {
      assert.match(why(two), /^This names 2 companies: a\.example, b\.example\./u);
    }
    assert.match(why("co.uk"), /^co\.uk is a public suffix/u);
    assert.match(why("anna@t-online.de"), /^t-online\.de is a public email provider/u);
  });
});

describe("a person's name with additions", () => {
  const names: readonly (readonly [string, string])[] = [
    ["Ada (she/her) Lovelace", "Ada Lovelace"],
    ["Ada Lovelace (She/Her/Hers)", "Ada Lovelace"],
    ["Ada Lovelace they/them", "Ada Lovelace"],
    ["Bob Babbage, MBA, PMP®", "Bob Babbage"],
    ["Bob Babbage, Ph.D.", "Bob Babbage"],
    ["Bob Babbage MBA", "Bob Babbage"],
    ["Bob Babbage, SHRM-CP, CISSP", "Bob Babbage"],
    ["Babbage, Bob, MBA", "Bob Babbage"],
    ["Sammy Davis, Jr.", "Sammy Davis Jr."],
    ["Smith, AJ", "AJ Smith"],
    ["Yo-Yo Ma", "Yo-Yo Ma"],
    ["Jean Luc DUPONT", "Jean Luc DUPONT"],
    ["Eve 🚀 Curie", "Eve Curie"],
    ["👩🏽‍💻 Eve Curie ✨🇫🇷", "Eve Curie"],
    ["Jean‑Luc Picard", "Jean-Luc Picard"],
    ["Anne–Marie Lagrange", "Anne-Marie Lagrange"],
    ['Robert "Bob" Smith', "Robert Smith"],
    ["Dr. Ada Lovelace", "Ada Lovelace"],
    ["Prof. Dr. Ada Lovelace", "Ada Lovelace"],
    ["Ada Lovelace - she/her", "Ada Lovelace"],
    ["Ada Lovelace | she/her", "Ada Lovelace"],
    ["Ada Lovelace, she/her", "Ada Lovelace"],
    ["Ada Lovelace (She, Her)", "Ada Lovelace"],
    ["Ada Lovelace - We're hiring", "Ada Lovelace"],
    ["Ada Lovelace – CEO", "Ada Lovelace"],
    ["Ada Lovelace • PMP", "Ada Lovelace"],
    ["Ada Lovelace #OpenToWork", "Ada Lovelace"],
    ["Ada Lovelace / Acme", "Ada Lovelace"],
    ["Sra. Ada Lovelace", "Ada Lovelace"],
    ["Ada Lovelace; MBA", "Ada Lovelace"],
    ["Ada Lovelace, CFA, CAIA", "Ada Lovelace"],
    ["Ada Lovelace, Ph.D., P.Eng.", "Ada Lovelace"],
    ["Ada Lovelace, M.Sc", "Ada Lovelace"],
    ["Ada Lovelace, 3rd", "Ada Lovelace"],
    ["Ada Lovelace née Byron", "Ada Lovelace"],
    ["Ada 'Countess' Lovelace", "Ada Lovelace"],
    ["Prof. Dr.-Ing. Ada Lovelace", "Ada Lovelace"],
    ["Dr.med. Ada Lovelace", "Ada Lovelace"],
    ["Dipl.-Kfm. Bob Babbage", "Bob Babbage"],
    ["Ing-Marie Svensson Berg", "Ing-Marie Svensson Berg"],
    ["Sir Bob Babbage", "Bob Babbage"],
    ["Shaun O´Neill", "Shaun O'Neill"],
    ["de la Cruz, María José, PhD", "María José de la Cruz"],
    ["Le, Ba", "Ba Le"],
    ["山田太郎", "山田太郎"],
    ["Ada Lovelace", "Ada Lovelace"],
  ];
  for (const [text, name] of names) {
    it(`is ${name} in ${text}`, () => assert.equal(personOf(text), name));
  }

  it("is none in what exports have in place of a name", () => {
    for (const text of ["LinkedIn Member", "Unknown Contact", "Private Profile"]) {
      assert.match(String(personOf(text)), /does not look like a person's name/u);
    }
  });

  it("protects the person in a leave-out list, too", () => {
    for (const text of ["Ada (she/her) Lovelace", "Ada Lovelace, MBA", "Ada Lovelace 🚀", "Dr. Ada Lovelace"]) {
      assert.deepEqual(entriesOfLine(`${text} @ acme.example`), [
        { kind: "nameAtCompany", value: "ada lovelace\nacme.example" },
      ]);
    }
  });
});
