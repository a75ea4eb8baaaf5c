// Descriptions that were written before the reader of words, the last ones before its present grammar, with what a
// person means by them. They measure it: nothing may become another filter, and nothing may be dropped without being
// named.

export interface Description {
  readonly text: string;
  readonly search: "company" | "people";
  /**
   * `field=value <the words that say it>`; `a~b` are two ways to write one value, `field!=` excludes, and `- <words>`
   * has no filter. `about` is any range around the number.
   */
  readonly means: string;
}

/** Each has a line with its kind of search, and what it means on the lines below that are indented. */
const descriptionsIn = (list: string): readonly Description[] =>
  [...list.matchAll(/^(company|people): (.+)((?:\n {2}.+)+)/gmu)].map(([, search, text = "", means = ""]) => ({
    text,
    search: search === "people" ? search : "company",
    means: means.trim().replaceAll("\n ", ""),
  }));

export const english = descriptionsIn(`
company: about 30 employees, software, in Munich
  size=about 30 <about 30>; industry=Software Development <software>; hq=Munich~München <Munich>
company: German biotech companies, not agencies
  hq=Germany <German>; industry=Biotechnology Research <biotech>; - <not agencies>
people: VP Sales or CRO at SaaS companies
  title=VP Sales <VP Sales>; title=CRO <CRO>; industry=Software Development <SaaS>
people: Marketing managers in Germany or Austria
  function=Marketing~title=Marketing Manager <Marketing>; level=Manager~title=Marketing Manager <managers>;
  place=Germany <Germany>; place=Austria <Austria>
company: insurance companies with more than 500 employees in Switzerland
  industry=Insurance <insurance>; size=501.. <more than 500>; hq=Switzerland <Switzerland>
company: firms founded between 2010 and 2015 in the Netherlands
  founded=2010..2015 <2010>; hq=Netherlands <Netherlands>
company: series B startups in London that raised over 20 million
  - <series B>; hq=London <London>; - <raised over 20 million>
company: companies using Kubernetes and Terraform in France
  tech=Kubernetes <Kubernetes>; tech=Terraform <Terraform>; hq=France <France>
company: annual revenue above $10M, retail, UK
  - <revenue above $10M>; industry=Retail <retail>; hq=United Kingdom <UK>
people: CTOs of companies between 50 and 200 people in Berlin
  title=CTO~Chief Technology Officer <CTOs>; size=50..200 <50>; place=Berlin~companyPlace=Berlin <Berlin>
people: head of engineering, Paris
  level=Head~title=Head of Engineering <head>; function=Engineering~title=Head of Engineering <engineering>;
  place=Paris <Paris>
people: Directors or VPs of finance who speak French
  level=Director <Directors>; level=VP <VPs>; function=Finance <finance>; language=French <French>
people: data scientists with Python skills in Poland
  title=Data Scientist~data scientist <data scientists>; skill=Python <Python>; place=Poland <Poland>
people: everyone who used to work at Google and is now a founder
  past=Google <Google>; level=Founder <founder>
company: banks outside of Germany
  industry=Banking <banks>; hq!=Germany <Germany>
company: no banks, no insurers, Swiss companies only
  industry!=Banking <banks>; industry!=Insurance <insurers>; hq=Switzerland <Swiss>
people: C-level in hospitals but not in the US
  level=C-level <C-level>; industry=Hospitals and Health Care <hospitals>;
  place!=United States~companyPlace!=United States <US>
company: fewer than 10 employees and founded after 2020
  size=..9 <fewer than 10>; founded=2021.. <2020>
company: nonprofits in Canada
  type=Nonprofit <nonprofits>; hq=Canada <Canada>
company: publicly traded semiconductor manufacturers in Taiwan or South Korea
  type=Public Company <publicly traded>; industry=Semiconductors <semiconductor>; hq=Taiwan <Taiwan>;
  hq=South Korea <South Korea>
people: recruiters who changed jobs in the last 90 days
  title=Recruiter~recruiter <recruiters>; changed=..90 <90 days>
people: product managers with 3+ years in their role at fintechs
  function=Product Management~title=Product Manager <product>; level=Manager~title=Product Manager <managers>;
  years=3.. <3+>; industry=Financial Services <fintechs>
people: freelance designers in Lisbon
  - <freelance>; function=Design~title=Designer~designer <designers>; place=Lisbon~Lisboa <Lisbon>
company: 10 to 50 person agencies in Austin, Texas
  size=10..50 <10 to 50>; - <agencies>; hq=Austin <Austin>; hq=Texas~Austin, Texas <Texas>
company: logistics or construction, 1,000-5,000 staff, headquartered in Spain
  industry=Logistics & Supply Chain <logistics>; industry=Construction <construction>; size=1000..5000 <1,000>;
  hq=Spain <Spain>
company: cybersecurity vendors, Tel Aviv, at least 100 people
  industry=Computer & Network Security <cybersecurity>; hq=Tel Aviv <Tel Aviv>; size=100.. <at least 100>
people: owners of restaurants in Vienna
  level=Owner <owners>; industry=Hospitality <restaurants>;
  place=Vienna~Wien~companyPlace=Vienna~companyPlace=Wien <Vienna>
people: engineering leaders, not managers, at Stripe
  function=Engineering <engineering>; - <leaders>; level!=Manager <managers>; at=Stripe <Stripe>
people: CFO and finance directors of mid-sized machinery companies
  title=CFO~Chief Financial Officer <CFO>;
  title=finance directors~Finance Director~finance director <finance directors>; - <mid-sized>;
  industry=Machinery Manufacturing <machinery>
company: companies like Stripe
  - <like Stripe>
people: people named Anna Schmidt in Zurich
  name=Anna Schmidt <Anna Schmidt>; place=Zurich~Zürich <Zurich>
people: alumni of TU Munich working in automotive
  uni=TU Munich <TU Munich>; industry=Automotive <automotive>
people: salespeople, Nordics
  function=Sales <salespeople>; place=Denmark <Nordics>; place=Finland <Nordics>; place=Iceland <Nordics>;
  place=Norway <Nordics>; place=Sweden <Nordics>
company: unicorns in India
  - <unicorns>; hq=India <India>
company: e-commerce brands running on Shopify with up to 20 employees
  - <e-commerce brands>; tech=Shopify <Shopify>; size=..20 <up to 20>
people: decision makers in IT at universities
  - <decision makers>; function=Information Technology <IT>; industry=Higher Education <universities>
people: Who is the CEO of acme.com?
  title=CEO~Chief Executive Officer <CEO>; domain=acme.com <acme.com>
company: stripe.com and adyen.com
  domain=stripe.com <stripe.com>; domain=adyen.com <adyen.com>
people: Spanish speaking customer success managers in the United States
  language=Spanish <Spanish>; function=Customer Success~title=Customer Success Manager <customer success>;
  level=Manager~title=Customer Success Manager <managers>; place=United States <United States>
company: climate tech companies hiring engineers
  - <climate tech>; - <hiring engineers>
people: remote backend developers, Rust or Go
  - <remote>; title=backend developers~Backend Developer~backend developer <backend developers>;
  skill=Rust <Rust>; skill=Go <Go>
company: real estate firms in Dubai older than 10 years
  industry=Real Estate <real estate>; hq=Dubai <Dubai>; - <older than 10 years>
company: privately held pharma companies, 200 or more employees
  type=Privately Held <privately held>; industry=Pharmaceutical Manufacturing <pharma>; size=200.. <200 or more>
people: heads of marketing at companies that are not in software
  level=Head~title=Head of Marketing <heads>; function=Marketing~title=Head of Marketing <marketing>;
  industry!=Software Development <software>
people: anyone at Siemens or Bosch
  at=Siemens <Siemens>; at=Bosch <Bosch>
company: roughly 1k employees, telecom, Italy
  size=about 1000 <1k>; industry=Telecommunications <telecom>; hq=Italy <Italy>
people: Senior designers except in California
  level=Senior <Senior>; function=Design~title=Designer~designer <designers>; place!=California <California>
people: HR directors, less than one year in position, DACH
  function=Human Resources~title=HR Director <HR>; level=Director~title=HR Director <directors>;
  years=..0 <less than one>; place=Germany <DACH>; place=Austria <DACH>; place=Switzerland <DACH>
company: gaming studios in Japan, 11-50
  industry=Gaming <gaming>; - <studios>; hq=Japan <Japan>; size=11..50 <11-50>
company: first 200 software companies in Germany for at most 30 credits
  records=200 <200>; industry=Software Development <software>; hq=Germany <Germany>; credits=30 <30>
company: wineries in Bordeaux
  - <wineries>; hq=Bordeaux <Bordeaux>
people: Partners at law firms in New York, not in Boston
  level=Partner <Partners>; industry=Legal Services <law>; place=New York~companyPlace=New York <New York>;
  place!=Boston~companyPlace!=Boston <Boston>
company: either under 50 or over 1000 employees, education
  size=..49 <under 50>; size=1001.. <over 1000>; industry=Education <education>
people: CISO or head of security
  title=CISO~Chief Information Security Officer <CISO>;
  title=Head of Security~head of security <head of security>
company: family businesses near Stuttgart
  - <family>; hq=Stuttgart <Stuttgart>
company: energy companies excluding renewable energy
  - <energy>; industry!=Renewable Energy <renewable energy>
people: women in tech leadership
  - <women>; - <tech leadership>
company: media companies that don't use WordPress
  industry=Media Production <media>; tech!=WordPress <WordPress>
people: founders of companies founded in 2023
  level=Founder <founders>; founded=2023..2023 <2023>
company: SaaS, 2015 or later, 20-100 FTE, Ireland or the UK, no gaming
  industry=Software Development <SaaS>; founded=2015.. <2015>; size=20..100 <20-100>; hq=Ireland <Ireland>;
  hq=United Kingdom <UK>; industry!=Gaming <gaming>
people: Engineering managers in Toronto who have been in their role for less than 2 years
  level=Manager~title=Engineering Manager <Engineering managers>;
  function=Engineering~title=Engineering Manager <Engineering>; place=Toronto <Toronto>;
  years=..1 <less than 2 years>
company: Family-owned wineries in Tuscany
  - <Family-owned>; - <wineries>; hq=Tuscany <Tuscany>
company: Logistics companies in Poland or the Czech Republic with 200+ employees
  industry=Logistics & Supply Chain <Logistics>; hq=Poland <Poland>; hq=Czechia <Czech Republic>;
  size=200.. <200+>
company: Banks that aren't in London
  industry=Banking <Banks>; hq!=London <aren't in London>
people: CFOs of publicly listed insurance companies
  title=CFO~title=Chief Financial Officer <CFOs>; type=Public Company <publicly listed>;
  industry=Insurance <insurance>
company: Telecom operators with fewer than 1,000 people, established before 1990
  industry=Telecommunications <Telecom>; - <operators>; size=..999 <fewer than 1,000 people>;
  founded=..1989 <established before 1990>
people: Data scientists who speak Dutch and live in Amsterdam
  title=Data scientist~title=Data Scientist <Data scientists>; language=Dutch <speak Dutch>;
  place=Amsterdam <Amsterdam>
company: Universities and hospitals in Ireland
  industry=Higher Education <Universities>; industry=Hospitals and Health Care <hospitals>; hq=Ireland <Ireland>
company: Retailers either in Spain or with more than 10000 staff
  industry=Retail <Retailers>; - <Spain>; - <more than 10000 staff>
people: Head of procurement at automotive suppliers, Bavaria
  title=Head of procurement <Head of procurement>; industry=Automotive <automotive>;
  place=Bavaria~companyPlace=Bavaria <Bavaria>
people: people who used to work at Siemens
  past=Siemens <used to work at Siemens>
company: Construction firms, excluding those in France
  industry=Construction <Construction>; hq!=France <excluding those in France>
company: between 51 and 200 employees, Berlin, fintech
  size=51..200 <between 51 and 200>; hq=Berlin <Berlin>; industry=Financial Services <fintech>
people: Founders or CEOs of gaming studios in Finland
  title=Founder~title=CEO~title=Chief Executive Officer <Founders or CEOs>; industry=Gaming <gaming>;
  - <studios>; place=Finland~companyPlace=Finland <Finland>
company: no startups, only established manufacturers of machinery in Austria
  - <no startups>; - <established>; industry=Machinery Manufacturing <machinery>; hq=Austria <Austria>
company: Nonprofits founded in 1999 or later
  type=Nonprofit <Nonprofits>; founded=1999.. <founded in 1999 or later>
people: HR directors, but not in the public sector
  level=Director <HR directors>; function=Human Resources <HR>; - <not in the public sector>
company: companies using Salesforce and HubSpot
  tech=Salesforce~- <Salesforce>; tech=HubSpot~- <HubSpot>
people: Women in leadership at pharma companies
  - <Women>; - <leadership>; industry=Pharmaceutical Manufacturing <pharma>
company: roughly 100 people, renewable energy, Denmark or Norway
  size=about 100 <roughly 100 people>; industry=Renewable Energy <renewable energy>; hq=Denmark <Denmark>;
  hq=Norway <Norway>
people: sales reps in Chicago
  function=Sales~- <sales>; - <reps>; place=Chicago <Chicago>
company: software companies outside the US
  industry=Software Development <software>; hq!=United States <outside the US>
company: Fintechs not founded after 2018
  industry=Financial Services <Fintechs>; - <not founded after 2018>
people: CTOs and CIOs, at least 3 years in the job
  title=CTO~title=Chief Technology Officer <CTOs>; title=CIO~title=Chief Information Officer <CIOs>;
  years=3.. <at least 3 years in the job>
company: hotels with over 250 employees near Vienna
  industry=Hospitality <hotels>; size=251.. <over 250>; hq=Vienna~- <Vienna>
people: senior backend engineers, Python, remote
  level=Senior~- <senior>; title=backend engineer~title=Senior backend engineer <backend engineers>; - <Python>;
  - <remote>
company: Series B climate companies
  - <Series B>; - <climate>
company: semiconductor companies, 5k to 10k employees, Taiwan or South Korea
  industry=Semiconductors <semiconductor>; size=5000..10000 <5k to 10k>; hq=Taiwan <Taiwan>;
  hq=South Korea <South Korea>
people: product managers at Spotify or Klarna
  level=Manager~title=product manager <managers>; function=Product Management~title=product manager <product>;
  at=Spotify <Spotify>; at=Klarna <Klarna>
company: law firms that are neither in New York nor in Boston
  industry=Legal Services <law firms>; hq!=New York~- <New York>; hq!=Boston~- <Boston>
company: companies headquartered in Canada with revenue above 10 million
  hq=Canada <Canada>; - <revenue above 10 million>
people: CMOs who changed jobs in the last 90 days
  title=CMO~title=Chief Marketing Officer <CMOs>; changed=..90 <changed jobs in the last 90 days>
company: consulting firms without offices in Asia
  industry=Management Consulting~- <consulting>; - <without offices in Asia>
people: Stanford graduates working in biotech
  - <Stanford graduates>; industry=Biotechnology Research <biotech>
company: government agencies in Kenya and Uganda
  type=Government Agency <government agencies>; hq=Kenya <Kenya>; hq=Uganda <Uganda>
company: real estate companies with 11-50 employees not in California
  industry=Real Estate <real estate>; size=11..50 <11-50>; hq!=California <not in California>
people: VPs of Finance in the Netherlands or Belgium, French speaking
  level=VP <VPs>; function=Finance <Finance>; place=Netherlands <Netherlands>; place=Belgium <Belgium>;
  language=French <French speaking>
company: airlines
  - <airlines>
company: at most 20 employees or at least 5000
  size=..20~- <at most 20>; size=5000..~- <at least 5000>
people: the top 25 legal counsels in Paris
  records=25 <top 25>; - <legal counsels in Paris>
`);

export const german = descriptionsIn(`
company: Softwarefirmen mit mehr als 500 Mitarbeitern in Deutschland
  industry=Software Development <Softwarefirmen>; size=501.. <mehr als 500>; hq=Germany <Deutschland>
company: keine Agenturen, nur Maschinenbauer in Bayern
  - <keine Agenturen>; industry=Machinery Manufacturing <Maschinenbauer>; hq=Bavaria~Bayern <Bayern>
people: Geschäftsführer von Logistikunternehmen in Hamburg
  title=Geschäftsführer <Geschäftsführer>; industry=Logistics & Supply Chain <Logistikunternehmen>;
  place=Hamburg~companyPlace=Hamburg <Hamburg>
people: Vertriebsleiter oder CRO in Österreich
  title=Vertriebsleiter <Vertriebsleiter>; title=CRO~Chief Revenue Officer <CRO>; place=Austria <Österreich>
company: Banken außerhalb der Schweiz
  industry=Banking <Banken>; hq!=Switzerland <Schweiz>
company: gegründet nach 2015, weniger als 50 Mitarbeiter
  founded=2016.. <2015>; size=..49 <weniger als 50>
company: etwa 30 Mitarbeiter, Biotechnologie, Berlin oder München
  size=about 30 <etwa 30>; industry=Biotechnology Research <Biotechnologie>; hq=Berlin <Berlin>;
  hq=Munich~München <München>
people: Personen, die früher bei SAP gearbeitet haben
  past=SAP <SAP>
people: CTOs bei Fintechs zwischen 50 und 200 Mitarbeitern
  title=CTO~Chief Technology Officer <CTOs>; industry=Financial Services <Fintechs>; size=50..200 <50>
company: Versicherungen mit mindestens 1.000 Beschäftigten
  industry=Insurance <Versicherungen>; size=1000.. <mindestens 1.000>
company: Unternehmen, die Kubernetes nutzen
  tech=Kubernetes <Kubernetes>
company: Firmen ohne Salesforce
  tech!=Salesforce <Salesforce>
company: Umsatz über 10 Millionen, Einzelhandel, Frankreich
  - <Umsatz über 10 Millionen>; industry=Retail <Einzelhandel>; hq=France <Frankreich>
people: Leiter Marketing oder Head of Marketing in Köln
  title=Leiter Marketing <Leiter Marketing>; title=Head of Marketing <Head of Marketing>;
  place=Cologne~Köln <Köln>
people: Ingenieure mit Deutsch und Englisch in Zürich
  function=Engineering~title=Ingenieure~Ingenieur <Ingenieure>; - <Deutsch und Englisch>;
  place=Zurich~Zürich <Zürich>
people: Entwickler, die Polnisch sprechen
  title=Entwickler <Entwickler>; language=Polish <Polnisch>
company: Krankenhäuser in Nordrhein-Westfalen
  industry=Hospitals and Health Care <Krankenhäuser>; hq=Nordrhein-Westfalen <Nordrhein-Westfalen>
company: deutsche Startups mit Series A Finanzierung
  hq=Germany <deutsche>; - <Series A Finanzierung>
company: bis zu 20 Mitarbeiter, Gastronomie, Wien
  size=..20 <bis zu 20>; industry=Hospitality <Gastronomie>; hq=Vienna~Wien <Wien>
people: Gründer von Firmen, die 2020 gegründet wurden
  level=Founder <Gründer>; founded=2020..2020 <2020>
people: Finanzvorstände, nicht aus Deutschland
  title=Finanzvorstände~Finanzvorstand~CFO~Chief Financial Officer <Finanzvorstände>;
  place!=Germany <Deutschland>
company: Autozulieferer in Stuttgart oder Wolfsburg
  - <Autozulieferer>; hq=Stuttgart <Stuttgart>; hq=Wolfsburg <Wolfsburg>
company: gemeinnützige Organisationen in der Schweiz
  type=Nonprofit <gemeinnützige>; hq=Switzerland <Schweiz>
company: börsennotierte Pharmaunternehmen
  type=Public Company <börsennotierte>; industry=Pharmaceutical Manufacturing <Pharmaunternehmen>
people: Personalleiter im Gesundheitswesen
  title=Personalleiter <Personalleiter>; industry=Hospitals and Health Care <Gesundheitswesen>
company: über 250 aber unter 1000 Mitarbeiter, Baugewerbe
  size=251..999 <über 250>; industry=Construction <Baugewerbe>
company: Firmen wie Siemens
  - <wie Siemens>
people: Einkäufer seit weniger als 2 Jahren in ihrer Position
  title=Einkäufer <Einkäufer>; years=..1 <weniger als 2>
company: erneuerbare Energien, Dänemark oder Schweden, 100 bis 500 Leute
  industry=Renewable Energy <erneuerbare Energien>; hq=Denmark <Dänemark>; hq=Sweden <Schweden>;
  size=100..500 <100 bis 500>
people: alle bei Bosch außer Manager
  at=Bosch <Bosch>; level!=Manager <Manager>
people: Entscheider im Mittelstand
  - <Entscheider>; - <Mittelstand>
company: IT-Dienstleister, keine Startups, DACH
  industry=Information Technology & Services <IT-Dienstleister>; - <keine Startups>; hq=Germany <DACH>;
  hq=Austria <DACH>; hq=Switzerland <DACH>
people: Absolventen der ETH Zürich in Kalifornien
  uni=ETH Zürich <ETH Zürich>; place=California~Kalifornien <Kalifornien>
people: Produktmanager, die in den letzten 3 Monaten den Job gewechselt haben
  title=Produktmanager <Produktmanager>; changed=..90 <letzten 3 Monaten>
company: familiengeführte Hotels in Tirol
  - <familiengeführte>; industry=Hospitality <Hotels>; hq=Tirol <Tirol>
company: Telekommunikation oder Medien, nicht in Berlin
  industry=Telecommunications <Telekommunikation>; industry=Media Production <Medien>; hq!=Berlin <Berlin>
people: VPs und Direktoren im Vertrieb, Benelux
  level=VP <VPs>; level=Director <Direktoren>; function=Sales <Vertrieb>; place=Belgium <Benelux>;
  place=Netherlands <Benelux>; place=Luxembourg <Benelux>
company: 5 Unternehmen aus der Luftfahrt
  records=5 <5>; industry=Aviation & Aerospace <Luftfahrt>
people: Rechtsanwälte ohne Berufserfahrung
  title=Rechtsanwälte~Rechtsanwalt <Rechtsanwälte>; - <ohne Berufserfahrung>
company: ungefähr 1000 Mitarbeitende, Chemie, Ludwigshafen
  size=about 1000 <ungefähr 1000>; - <Chemie>; hq=Ludwigshafen <Ludwigshafen>
company: Speditionen in Hamburg oder Bremen mit mehr als 100 Mitarbeitern
  industry=Logistics & Supply Chain <Speditionen>; hq=Hamburg <Hamburg>; hq=Bremen <Bremen>;
  size=101.. <mehr als 100>
people: Geschäftsführer von Maschinenbauern in Baden-Württemberg
  title=Geschäftsführer <Geschäftsführer>; industry=Machinery Manufacturing <Maschinenbauern>;
  place=Baden-Württemberg~companyPlace=Baden-Württemberg <Baden-Württemberg>
company: keine Banken, sondern Versicherungen in der Schweiz
  industry!=Banking~- <Banken>; industry=Insurance~- <Versicherungen>; hq=Switzerland <Schweiz>
company: Softwarefirmen, die nach 2015 gegründet wurden, ohne Berlin
  industry=Software Development <Softwarefirmen>; founded=2016.. <nach 2015>; hq!=Berlin~- <ohne Berlin>
people: Einkaufsleiter im Maschinenbau
  title=Einkaufsleiter <Einkaufsleiter>; industry=Machinery Manufacturing <Maschinenbau>
company: Unternehmen mit höchstens 49 Beschäftigten in Österreich
  size=..49 <höchstens 49>; hq=Austria <Österreich>
company: etwa 250 Mitarbeitende, Medizintechnik, Tuttlingen
  size=about 250 <etwa 250>; industry=Medical Devices <Medizintechnik>; - <Tuttlingen>
people: Vertriebsleiterinnen, die Englisch und Polnisch sprechen
  title=Vertriebsleiter~title=Vertriebsleiterin~title=Vertriebsleiterinnen~- <Vertriebsleiterinnen>;
  language=English <Englisch>; language=Polish <Polnisch>
company: börsennotierte Energieversorger
  type=Public Company <börsennotierte>; - <Energieversorger>
company: Kliniken außerhalb von Bayern
  industry=Hospitals and Health Care <Kliniken>; hq!=Bayern~hq!=Bavaria <außerhalb von Bayern>
people: ehemalige Mitarbeiter von SAP in Walldorf
  past=SAP <SAP>; place=Walldorf <Walldorf>
company: Hotels zwischen 50 und 250 Mitarbeitern auf Mallorca
  industry=Hospitality <Hotels>; size=50..250 <zwischen 50 und 250>; - <Mallorca>
company: nicht börsennotierte Autohersteller
  - <nicht börsennotierte>; industry=Automotive~- <Autohersteller>
people: Leiter Einkauf oder Leiter Logistik in NRW
  title=Leiter Einkauf~- <Leiter Einkauf>; - <Leiter Logistik>; - <NRW>
company: Start-ups in Zürich, nicht älter als 5 Jahre
  - <Start-ups>; hq=Zürich~hq=Zurich <Zürich>; - <nicht älter als 5 Jahre>
company: Einzelhändler mit weniger als 1.000 Mitarbeitern in Italien und Spanien
  industry=Retail <Einzelhändler>; size=..999 <weniger als 1.000>; hq=Italy <Italien>; hq=Spain <Spanien>
people: Softwareentwickler bei Bosch oder Continental
  title=Softwareentwickler <Softwareentwickler>; at=Bosch <Bosch>; at=Continental <Continental>
company: Bauunternehmen oder Immobilienfirmen in Wien
  industry=Construction <Bauunternehmen>; industry=Real Estate <Immobilienfirmen>; hq=Wien~hq=Vienna <Wien>
company: Unternehmen seit 1990 mit Sitz in Dresden
  founded=1990..~- <seit 1990>; hq=Dresden <Dresden>
people: Finanzvorstände, seit mindestens 5 Jahren in der Position
  title=Finanzvorstand~title=Finanzvorstände <Finanzvorstände>;
  years=5..~- <mindestens 5 Jahren in der Position>
`);
