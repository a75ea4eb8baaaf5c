// Descriptions, written before the reader of words, with what a person means by them: nothing may become another
// filter, and nothing may be dropped without being named.
import assert from "node:assert/strict";
import { readDescription, type DescribedSearch } from "../../../src/searches/description/readDescription";
import type { FilterItem } from "../../../src/service/requests";

interface Description {
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

const descriptions = descriptionsIn(`
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

/** Written before the reader was made anew. */
const further = descriptionsIn(`
company: saas companies in berlin
  industry=Software Development <saas>; hq=Berlin <berlin>
company: All banks in Luxembourg with more than 1,000 employees
  industry=Banking <banks>; hq=Luxembourg <Luxembourg>; size=1001.. <more than 1,000>
people: CTO at fintech startups in London
  title=CTO~Chief Technology Officer <CTO>; industry=Financial Services <fintech>; - <startups>;
  place=London~companyPlace=London <London>
people: sales directors in Spain, no recruiters
  function=Sales~title=Sales director <sales>; level=Director~title=Sales director <directors>; place=Spain <Spain>;
  title!=recruiter <recruiters>
company: Show me medtech companies from Switzerland or Austria
  industry=Medical Devices <medtech>; hq=Switzerland <Switzerland>; hq=Austria <Austria>
people: I need marketing people at insurance companies in France
  function=Marketing <marketing>; industry=Insurance <insurance>; place=France~companyPlace=France <France>
company: manufacturers of semiconductors in the Netherlands
  industry=Semiconductors <semiconductors>; hq=Netherlands <Netherlands>
company: software companies in Munich with about 30 employees
  industry=Software Development <software>; hq=Munich <Munich>; size=about 30 <about 30>
company: hospitals in Texas with 500+ staff
  industry=Hospitals and Health Care <hospitals>; hq=Texas <Texas>; size=500.. <500+>
company: not for profit organizations in Brazil
  type=Nonprofit <not for profit>; hq=Brazil <Brazil>
company: companies in Sweden that use Snowflake
  hq=Sweden <Sweden>; tech=Snowflake <Snowflake>
company: software vendors for hospitals
  industry=Software Development <software>; - <for hospitals>
company: consulting companies with less than 50 people in Belgium
  industry=Management Consulting <consulting>; size=..49 <less than 50>; hq=Belgium <Belgium>
company: construction companies between 100 and 500 employees, founded before 2000, Poland
  industry=Construction <construction>; size=100..500 <between 100 and 500>; founded=..1999 <before 2000>;
  hq=Poland <Poland>
company: German or Austrian carmakers
  hq=Germany <German>; hq=Austria <Austrian>; industry=Automotive <carmakers>
company: banks and insurers in Italy
  industry=Banking <banks>; industry=Insurance <insurers>; hq=Italy <Italy>
company: real estate companies in Madrid and Barcelona
  industry=Real Estate <real estate>; hq=Madrid <Madrid>; hq=Barcelona <Barcelona>
company: automotive suppliers in Germany excluding Bavaria
  industry=Automotive <automotive>; hq=Germany <Germany>; hq!=Bavaria <Bavaria>
company: retail companies but not e-commerce
  industry=Retail <retail>; - <not e-commerce>
company: companies with 1-10 employees
  size=1..10 <1-10>
company: startups founded in the last 2 years
  - <startups>; - <last 2 years>
company: companies with growing headcount in Ireland
  - <growing>; hq=Ireland <Ireland>
company: pharma companies with revenue between 10 and 50 million
  industry=Pharmaceutical Manufacturing <pharma>; - <revenue between 10 and 50 million>
company: top 50 gaming companies in South Korea
  records=50 <top 50>; industry=Gaming <gaming>; hq=South Korea <South Korea>
company: 100 logistics companies in Hamburg, max 20 credits
  records=100 <100>; industry=Logistics & Supply Chain <logistics>; hq=Hamburg <Hamburg>; credits=20 <max 20 credits>
company: wind energy companies
  - <wind energy>
company: non-German insurance companies
  hq!=Germany~- <German>; industry=Insurance <insurance>
company: private companies in Denmark with 200-500 employees
  type=Privately Held <private companies>; hq=Denmark <Denmark>; size=200..500 <200-500>
company: companies that are not in Germany or Austria
  hq!=Germany <Germany>; hq!=Austria <Austria>
company: acme.com, contoso.com and northwind.com
  domain=acme.com <acme.com>; domain=contoso.com <contoso.com>; domain=northwind.com <northwind.com>
company: northwind.com competitors
  - <northwind.com competitors>
company: customers of Salesforce in Germany
  - <customers of Salesforce>; hq=Germany~- <Germany>
company: companies whose CEO is a woman
  - <CEO is a woman>
company: agencies in Portland that build apps
  - <agencies>; hq=Portland <Portland>; - <build apps>
company: Which insurers in Japan have more than 10k employees?
  industry=Insurance <insurers>; hq=Japan <Japan>; size=10001.. <more than 10k>
company: SaaS (Berlin, Hamburg or Munich), 11-200 employees
  industry=Software Development <SaaS>; hq=Berlin <Berlin>; hq=Hamburg <Hamburg>; hq=Munich <Munich>;
  size=11..200 <11-200>
company: fintechs in Singapore, Hong Kong, and Tokyo
  industry=Financial Services <fintechs>; hq=Singapore <Singapore>; hq=Hong Kong <Hong Kong>; hq=Tokyo <Tokyo>
company: B2B software companies in Ireland
  - <B2B>; industry=Software Development <software>; hq=Ireland <Ireland>
company: cyber security companies in Israel established after 2018
  industry=Computer & Network Security <cyber security>; hq=Israel <Israel>; founded=2019.. <after 2018>
company: staffing firms in the UK with up to 100 people
  industry=Human Resources <staffing>; hq=United Kingdom <UK>; size=..100 <up to 100>
company: public companies in the US in biotech
  type=Public Company <public companies>; hq=United States <US>; industry=Biotechnology Research <biotech>
company: companies with 10000 or more employees outside Europe
  size=10000.. <10000 or more>; - <outside Europe>
company: mid-size machinery companies near Stuttgart with 200 to 1000 employees
  - <mid-size>; industry=Machinery Manufacturing <machinery>; hq=Stuttgart <Stuttgart>; size=200..1000 <200 to 1000>
company: companies in Paris, France with under 20 employees
  hq=Paris <Paris>; - <France>; size=..19 <under 20>
company: retailers based in Walla Walla
  industry=Retail <retailers>; hq=Walla Walla <Walla Walla>
company: it companies in poland
  industry=Information Technology & Services~- <it>; hq=Poland <poland>
company: software companies in Silicon Valley, not more than 500 employees
  industry=Software Development <software>; hq=Silicon Valley~- <Silicon Valley>; size=..500 <not more than 500>
company: media companies in Cologne without Salesforce
  industry=Media Production <media>; hq=Cologne <Cologne>; - <without Salesforce>
company: banks that do not use SAP or Oracle
  industry=Banking <banks>; tech!=SAP <SAP>; tech!=Oracle <Oracle>
people: Heads of HR in Germany
  level=Head <Heads>; function=Human Resources <HR>; place=Germany <Germany>
people: VP of Engineering, San Francisco
  level=VP <VP>; function=Engineering <Engineering>; place=San Francisco <San Francisco>
people: software engineers at Google in Zurich
  title=software engineer <software engineers>; at=Google <Google>; place=Zurich <Zurich>
people: people who left Meta
  past=Meta <Meta>
people: ex-Googlers in Berlin
  - <Googlers>; place=Berlin~- <Berlin>
people: former CFOs of insurance companies
  pastTitle=CFO~Chief Financial Officer <CFOs>; - <insurance>
people: founders in Berlin who previously worked at Zalando
  level=Founder <founders>; place=Berlin <Berlin>; past=Zalando <Zalando>
people: engineers with experience in Kubernetes and Terraform
  title=engineer <engineers>; skill=Kubernetes <Kubernetes>; skill=Terraform <Terraform>
people: English speaking accountants in Warsaw
  language=English <English>; title=accountant <accountants>; place=Warsaw <Warsaw>
people: graduates of Harvard working in consulting
  uni=Harvard <Harvard>; industry=Management Consulting <consulting>
people: managers, not directors, in logistics
  level=Manager <managers>; level!=Director <directors>; industry=Logistics & Supply Chain <logistics>
people: CEO or founder of small agencies
  title=CEO~Chief Executive Officer <CEO>; title=founder <founder>; - <small agencies>
people: Procurement managers in manufacturing
  - <Procurement>; level=Manager~- <managers>; - <manufacturing>
people: product designers in Amsterdam with 2 to 5 years in their role
  title=product designer <product designers>; place=Amsterdam <Amsterdam>; years=2..5 <2 to 5 years>
people: people working for Siemens in India
  at=Siemens <Siemens>; place=India <India>
people: John Smith at Microsoft
  - <John Smith>; at=Microsoft <Microsoft>
people: who runs marketing at stripe.com
  - <runs>; function=Marketing <marketing>; domain=stripe.com <stripe.com>
people: HR managers at companies with 100 to 300 employees in Vienna
  function=Human Resources <HR>; level=Manager <managers>; size=100..300 <100 to 300>;
  place=Vienna~companyPlace=Vienna <Vienna>
people: data engineers or data scientists in Dublin
  title=data engineer <data engineers>; title=data scientist <data scientists>; place=Dublin <Dublin>
people: CTOs in Berlin who changed jobs in the last 6 months
  title=CTO~Chief Technology Officer <CTOs>; place=Berlin <Berlin>; changed=..180 <last 6 months>
people: sales and marketing managers in Milan
  function=Sales~- <sales>; function=Marketing~- <marketing>; level=Manager~- <managers>; place=Milan~- <Milan>
people: lawyers who don't work at law firms
  title=lawyer <lawyers>; industry!=Legal Services~- <law firms>
people: partners at consulting firms, not in Germany
  level=Partner <partners>; industry=Management Consulting <consulting>;
  place!=Germany~companyPlace!=Germany <Germany>
people: Chief Revenue Officers in Norway
  title=Chief Revenue Officer~- <Chief Revenue Officers>; place=Norway <Norway>
people: interns at SAP
  - <interns>; at=SAP <SAP>
people: teachers in Canada
  - <teachers in Canada>
people: nurses at hospitals in Ohio
  - <nurses>; industry=Hospitals and Health Care <hospitals>; place=Ohio~companyPlace=Ohio <Ohio>
people: experts in Salesforce and people from Amazon
  - <Salesforce>; - <Amazon>
people: people who are fluent in German and French
  language=German <German>; language=French <French>
people: managers who report to the CEO
  level=Manager <managers>; - <report to the CEO>
people: ctos in munich
  title=CTO~Chief Technology Officer <ctos>; place=Munich <munich>
people: VPs of Sales or Marketing at software companies
  level=VP <VPs>; function=Sales~- <Sales>; function=Marketing~- <Marketing>; industry=Software Development <software>
`);

interface Verdict {
  readonly text: string;
  /** Everything became the filters that were meant. */
  readonly isUnderstood: boolean;
  /** Filters that were not meant, and words that were neither used nor named. */
  readonly wrong: readonly string[];
  readonly notUsed: readonly string[];
}

const fields: Readonly<Record<string, readonly [company: string, people: string]>> = {
  size: ["headcounts", "current_company_headcounts"],
  industry: ["industries", "current_company_industries"],
  founded: ["founded_years", "current_company_founded_years"],
  type: ["types", "current_company_types"],
  tech: ["technologies", ""],
  domain: ["domains", "current_company_domains"],
  hq: ["headquarters_locations", "current_company_headquarters"],
  companyPlace: ["headquarters_locations", "current_company_headquarters"],
  place: ["", "person_locations"],
  title: ["", "current_position_titles"],
  level: ["", "current_position_seniority_level"],
  function: ["", "current_position_job_functions"],
  language: ["", "person_languages"],
  skill: ["", "person_skills"],
  past: ["", "past_company_names"],
  at: ["", "current_company_names"],
  name: ["names", "person_names"],
  uni: ["", "person_universities"],
  changed: ["", "current_company_days_since_last_job_change"],
  years: ["", "current_position_years_in"],
  pastTitle: ["", "past_position_titles"],
};

function judge({ text, search, means }: Description, found: DescribedSearch): Verdict {
  const left = new Set(atomsFound(found));
  // Without a filter, it is only a proposal of what to search for.
  const isOther = found.search !== search && Object.keys(found.filters).length > 0;
  const wrong = isOther ? [`search=${found.search}`] : [];
  let isUnderstood = wrong.length === 0;
  const parts = [...means.matchAll(/([^;<]+?) <([^>]+)>(?:; |$)/gu)];
  const meant = parts.map(([, what = "", words = ""]) => ({ options: optionsOf(what, search), words }));
  const used = new Set<string>();
  for (const { options, words } of meant) {
    const atoms = [...left].filter((atom) => options.some((option) => isSame(option, atom)));
    atoms.forEach((atom) => used.add(atom));
    const isNamed = found.notUsed.some((part) => part.toLowerCase().includes(words.toLowerCase()));
    const isSaid = isNamed || words.split(" ").every((word) => found.notUsed.join(" ").includes(word));
    isUnderstood &&= options[0] === "-" ? isSaid : atoms.length > 0;
    if (atoms.length === 0 && !isSaid) {
      wrong.push(`dropped: ${words}`);
    }
  }
  wrong.push(...[...left].filter((atom) => !used.has(atom)));
  return { text, isUnderstood: isUnderstood && wrong.length === 0, wrong, notUsed: found.notUsed };
}

function optionsOf(what: string, search: Description["search"]): readonly string[] {
  if (what === "-") {
    return ["-"];
  }
  let [field, sign] = ["", "="];
  return what.split("~").map((option) => {
    const [, newField, newSign, value = option] = /^(\w+)(!?=)(.*)$/u.exec(option) ?? [];
    [field, sign] = [newField ?? field, newSign ?? sign];
    const name = fields[field]?.[search === "company" ? 0 : 1] ?? field;
    return `${name}${sign}${value.toLowerCase()}`;
  });
}

/** "about 30" is a range of at most a half around it. */
function isSame(option: string, atom: string): boolean {
  const [, field = "", about] = /^(\w+)=about (\d+)$/u.exec(option) ?? [];
  const [, min, max] = new RegExp(`^${field}=(\\d+)\\.\\.(\\d+)$`, "u").exec(atom) ?? [];
  const number = Number(about);
  return about === undefined
    ? option === atom
    : Number(min) >= number / 2 && Number(min) < number && Number(max) > number && Number(max) <= number * 1.5;
}

function atomsFound({ filters, fetch }: DescribedSearch): readonly string[] {
  return [
    ...Object.entries(filters).flatMap(([field, items]) =>
      items.map((item) => `${field}${item.exclude === true ? "!=" : "="}${textOf(item)}`),
    ),
    ...Object.entries(fetch).map(([name, value]) => `${name}=${String(value)}`),
  ];
}

const textOf = (item: FilterItem): string =>
  "value" in item ? String(item.value).toLowerCase() : `${item.min ?? ""}..${item.max ?? ""}`;

describe("Descriptions", () => {
  const lists = [
    { list: descriptions, count: 100, understood: 89 },
    { list: further, count: 81, understood: 70 },
  ];
  for (const { list, count, understood } of lists) {
    const verdicts = list.map((meant) => judge(meant, readDescription(meant.text)));

    it(`never become a filter that was not meant, and lose no word silently: ${count}`, () => {
      assert.equal(verdicts.length, count);
      assert.deepEqual(
        verdicts.filter(({ wrong }) => wrong.length > 0),
        [],
      );
    });

    it(`are understood but for a few, which are named: ${understood} of ${count}`, () => {
      const found = verdicts.filter(({ isUnderstood }) => isUnderstood).length;
      assert.ok(found >= understood, `${found} are understood`);
    });
  }
});
