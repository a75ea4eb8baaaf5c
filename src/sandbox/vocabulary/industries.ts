// Industries with the specialties of companies in them, and technologies companies use.
import { companyTypes, industrySuggestions, valuesIn } from "../../service/suggestions";

const specialtiesBySuggestion: Readonly<Record<string, readonly string[]>> = {
  "Software Development": [
    "developer tools",
    "cloud platforms",
    "workflow automation",
    "mobile applications",
    "data integration",
  ],
  "Information Technology & Services": [
    "managed services",
    "cloud migration",
    "systems integration",
    "IT support",
    "data integration",
  ],
  "Computer & Network Security": [
    "cloud security",
    "identity management",
    "threat detection",
    "penetration testing",
    "zero trust",
  ],
  "Financial Services": ["payments", "asset management", "open banking", "risk analytics", "treasury"],
  Banking: ["retail banking", "private banking", "trade finance", "open banking"],
  Insurance: ["life insurance", "reinsurance", "claims automation", "risk analytics"],
  "Hospitals and Health Care": ["telemedicine", "primary care", "patient records", "care coordination"],
  "Biotechnology Research": ["gene therapy", "protein design", "bioinformatics", "cell culture"],
  "Medical Devices": ["imaging", "wearable sensors", "surgical robotics", "diagnostics"],
  "Pharmaceutical Manufacturing": ["clinical trials", "generics", "drug delivery", "vaccines"],
  Education: ["online learning", "teacher training", "language courses", "assessment"],
  "Higher Education": ["research", "executive education", "online learning", "student services"],
  Retail: ["e-commerce", "point of sale", "private labels", "customer loyalty"],
  "Logistics & Supply Chain": ["last-mile delivery", "warehouse automation", "freight forwarding", "route planning"],
  Automotive: ["electric vehicles", "battery systems", "driver assistance", "fleet management"],
  "Aviation & Aerospace": ["satellites", "flight operations", "avionics", "maintenance and repair"],
  "Renewable Energy": ["solar power", "offshore wind", "energy storage", "grid balancing"],
  Construction: ["timber construction", "project planning", "civil engineering", "building information modelling"],
  "Real Estate": ["property management", "commercial leasing", "co-working", "facility services"],
  Telecommunications: ["fibre networks", "5G", "network monitoring", "satellite links"],
  "Marketing & Advertising": ["brand strategy", "performance marketing", "content production", "market research"],
  "Media Production": ["documentary film", "podcasts", "animation", "post-production"],
  "Food & Beverages": ["plant-based food", "craft brewing", "cold chain", "food safety"],
  Hospitality: ["boutique hotels", "event catering", "revenue management", "travel booking"],
  "Management Consulting": ["strategy", "change management", "operational excellence", "market research"],
  "Legal Services": ["contract law", "intellectual property", "compliance", "dispute resolution"],
  "Human Resources": ["executive search", "payroll", "talent analytics", "employer branding"],
  "Machinery Manufacturing": ["industrial robotics", "machine tools", "predictive maintenance", "hydraulics"],
  Semiconductors: ["chip design", "power electronics", "photonics", "wafer testing"],
  Gaming: ["mobile games", "game engines", "live operations", "animation"],
};

const furtherIndustries: readonly (readonly [string, readonly string[]])[] = [
  ["Museums, Historical Sites, and Zoos", ["exhibitions", "conservation", "visitor programmes"]],
  ["Fisheries", ["aquaculture", "cold chain", "fleet management"]],
  ["Textiles & Apparel", ["technical fabrics", "circular fashion", "private labels"]],
  ["Civic & Social Organizations", ["fundraising", "community programmes", "policy research"]],
  ["Government Administration", ["public services", "digital identity", "procurement"]],
  ["Environmental Services", ["waste recycling", "water treatment", "carbon accounting"]],
  ["Mining & Metals", ["mineral exploration", "metal recycling", "smelting"]],
  ["Research Services", ["contract research", "laboratory testing", "policy research"]],
];

export const industries: readonly string[] = [...industrySuggestions, ...furtherIndustries.map(([name]) => name)];
const further = new Map(furtherIndustries);
const specialtyLists = industries.map(
  (name) => specialtiesBySuggestion[name] ?? further.get(name) ?? ["consulting", "research"],
);

export const specialties: readonly string[] = [...new Set(specialtyLists.flat())];
/** Indexes into `specialties`, by index of the industry. */
export const specialtiesOfIndustry: readonly (readonly number[])[] = specialtyLists.map((list) =>
  list.map((name) => specialties.indexOf(name)),
);

export const technologies = valuesIn(
  "TypeScript; PostgreSQL; Kubernetes; React; Python; Go; Rust; Java; Kotlin; Swift; C++; C#; .NET; Ruby on Rails; " +
    "Node.js; GraphQL; Redis; Kafka; Elasticsearch; MySQL; MariaDB; MongoDB; Terraform; Ansible; Docker; nginx; " +
    "Linux; Git; Jenkins; Grafana; Prometheus; Apache Spark; Airflow; dbt; TensorFlow; PyTorch; WordPress; " +
    "Drupal; Vue.js; Angular; Svelte; Django; Flask; Spring Boot; RabbitMQ; OpenSearch; SQLite; WebAssembly; " +
    "PHP; Laravel",
);

/** Types with their weights out of 100, in the order of the suggestions. */
export const types = companyTypes;
export const typeWeights: readonly number[] = [8, 58, 9, 4, 8, 8, 5];

export const headcountRanges: readonly (readonly [label: string, min: number, max: number, weight: number])[] = [
  ["1-10", 1, 10, 24],
  ["11-50", 11, 50, 28],
  ["51-200", 51, 200, 20],
  ["201-500", 201, 500, 11],
  ["501-1000", 501, 1000, 7],
  ["1001-5000", 1001, 5000, 6],
  ["5001-10000", 5001, 10_000, 2],
  ["10001+", 10_001, 180_000, 2],
];

/** Words company names are made of. */
const words = (text: string): readonly string[] => text.split(" ");
export const nameRoots = words(
  "Alder Amberfield Anvil Arbor Ardent Aspen Auric Aurora Bastion Beacon Birchway Blackthorn Bluefin Bramble " +
    "Brightwater Brindle Calder Candela Canopy Cascade Cedarline Cinder Cobalt Compass Copperleaf Coral Crestmark " +
    "Crosswind Cypress Dawnridge Deltaforge Driftwood Dunmore Eastgate Ember Emberlyn Equinox Everline Fableworks " +
    "Fairhaven Falconer Fathom Fernhill Finch Firebrand Flint Foxglove Frostline Gablestone Galewind Garnet " +
    "Glasswing Goldcrest Granite Greyfriar Grovewell Harbour Harrow Hawthorn Hazelnut Heliotrope Highmark Hollow " +
    "Horizonte Hummingbird Indigo Inkwell Ironbark Ivory Jackdaw Juniper Keystone Kestrel Kingfisher Lagoon Lantern " +
    "Larkspur Laurel Ledger Lichen Lindenhof Lodestar Lumen Lyric Magnolia Mallard Maplecross Marlin Meadowlark " +
    "Meridian Midnight Millrace Mistral Moonstone Mosswood Nettle Nightjar Nimbus Northgate Nova Oakhurst Obsidian " +
    "Ochre Onyx Orchard Osprey Otter Palisade Papercrane Parallax Pebble Pelican Peregrine Pinnacle Plover Polaris " +
    "Poppyfield Prairie Quarry Quill Quince Ravenna Redwood Ripple Riverstone Rookery Rosewood Saffron Sagebrush " +
    "Sandpiper Sapling Sequoia Silverbirch Skylark Slate Solstice Sparrow Spindle Starling Stonebridge Sundial " +
    "Swift Sycamore Tamarind Tanager Thistle Tidewater Timberline Topaz Trellis Tundra Turnstone Umber Vantage " +
    "Verdant Vermilion Vesper Viola Wayfare Westerly Wharfside Whitecap Wildrye Willow Windward Wren Yarrow " +
    "Yellowtail Zephyr",
);
export const nameSuffixes = words(
  "Labs Systems Software Analytics Partners Group Industries Works Logistics Health Energy Capital Media Studio " +
    "Robotics Networks Foods Materials Motors Consulting Institute Foundation Ventures Insurance Retail Aerospace " +
    "Biotech Learning Security Holdings GmbH Ltd S.A. AB B.V. Oy S.r.l. Collective Cooperative",
);
export const nameMiddles = words(
  "Harbor Summit Valley Ridge Coast Prairie Canyon River Lake Forest Meadow Island Bay Delta Highland Lowland " +
    "Garden Bridge Tower Gate Mill Forge Field Park Square Court Crossing Landing Point Cape",
);
