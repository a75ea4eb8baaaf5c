// Given and family names by culture for synthetic people. Any likeness to a living person is chance.
import type { Culture } from "./places";

const split = (words: string): readonly string[] => words.split(" ").map((word) => word.replaceAll("_", " "));

interface Pool {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const pool = (first: string, last: string): Pool => ({ first: split(first), last: split(last) });

const pools: Readonly<Record<Culture, Pool>> = {
  english: pool(
    "Ada Grace Oliver Amelia Jack Isla Harry Emily George Charlotte Noah Sophie James Olivia William Ruby Daniel " +
      "Chloe Ethan Hannah Marcus Naomi Mary-Ann Jordan Taylor",
    "Lovelace Hopper Smith Jones Taylor Brown Wilson Evans Walker Wright Robinson Thompson Hughes Edwards Green " +
      "Hall Wood Clarke O'Brien Murphy McAllister Carter Bennett Fletcher Ashworth",
  ),
  german: pool(
    "Anna Lukas Lena Felix Marie Paul Lea Jonas Johanna Maximilian Katharina Jürgen Björn Sören Käthe Annika",
    "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Köhler Krüger Groß " +
      "von_Bergen Zimmermann",
  ),
  french: pool(
    "Camille Léa Hugo Chloé Louis Manon Jules Inès Théo Zoé Jean-Luc Anaïs François Hélène Étienne Margaux",
    "Martin Bernard Dubois Durand Moreau Laurent Lefèvre Garnier Rousseau Chevalier Fontaine Mercier Girard " +
      "Bélanger de_la_Tour Perrin",
  ),
  spanish: pool(
    "Lucía Mateo Sofía Diego Valentina Santiago Camila Álvaro Martina Javier Elena Andrés Begoña Íñigo Ximena Joaquín",
    "García Martínez López Sánchez Rodríguez Fernández Gómez Díaz Muñoz Romero Navarro Torres Vargas Ibáñez " +
      "Castillo Peña",
  ),
  italian: pool(
    "Giulia Francesco Sofia Alessandro Aurora Lorenzo Chiara Matteo Martina Leonardo Elisa Niccolò",
    "Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Conti D'Angelo",
  ),
  portuguese: pool(
    "Maria João Ana Pedro Beatriz Tiago Inês Rafael Letícia Gabriel Conceição Luís",
    "Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Araújo Gonçalves Carvalho Magalhães",
  ),
  dutch: pool(
    "Emma Daan Sanne Lars Fleur Bram Lotte Thijs Noor Joris Anouk Wouter",
    "de_Vries Jansen van_den_Berg Bakker Visser Smit Meijer de_Boer Mulder Peeters Vermeulen Janssens",
  ),
  polish: pool(
    "Zofia Jakub Maja Łukasz Hanna Szymon Agnieszka Paweł Katarzyna Michał Małgorzata Wojciech",
    "Nowak Kowalska Wiśniewski Wójcik Kamiński Lewandowska Zieliński Szymański Woźniak Dąbrowski Kozłowska Wróbel",
  ),
  nordic: pool(
    "Astrid Erik Freja Lars Ingrid Olav Saga Mikkel Sigrid Åsa Øyvind Jørgen Aino Eero",
    "Johansson Andersson Nilsson Hansen Olsen Larsen Nielsen Lindqvist Sørensen Bjørnstad Korhonen Virtanen " +
      "Åkerlund Mäkinen",
  ),
  czech: pool(
    "Tereza Jakub Eliška Tomáš Adéla Ondřej Lucie Jiří Kateřina Vojtěch",
    "Novák Svobodová Dvořák Černý Procházka Kučera Veselý Horáková Němec Růžička",
  ),
  turkish: pool(
    "Zeynep Mehmet Elif Yusuf Ayşe Emre Defne Çağlar İrem Ömer",
    "Yılmaz Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Arslan Doğan",
  ),
  indian: pool(
    "Aarav Ananya Vihaan Diya Arjun Priya Rohan Kavya Aditya Meera Sanjay Lakshmi Ishaan Neha Farhan Zara",
    "Sharma Patel Reddy Iyer Gupta Singh Nair Menon Kulkarni Banerjee Chatterjee Desai Krishnan Joshi Kapoor Khan",
  ),
  japanese: pool(
    "Haruto Yui Sora Hina Ren Aoi Takeshi Sakura Kenji Yoko Daiki Emi",
    "Satō Suzuki Takahashi Tanaka Watanabe Itō Yamamoto Nakamura Kobayashi Katō Yoshida Matsumoto",
  ),
  korean: pool("Min-jun Seo-yeon Ji-ho Ha-eun Do-yun Ji-woo Hyun-woo Soo-jin", "Kim Lee Park Choi Jung Kang Yoon Jang"),
  chinese: pool(
    "Wei Xin Jun Mei Hao Ling Yifan Jie Xiaoming Yan Zihan Rui",
    "Wang Li Zhang Liu Chen Yang Huang Zhao Wu Lin Tan Lim",
  ),
  arabic: pool(
    "Omar Fatima Youssef Layla Khalid Aisha Hassan Noura Tariq Salma",
    "Al-Farsi Haddad Mansour El-Sayed Benali Khoury Nasser Al-Amin Rahman Bouzid",
  ),
  westAfrican: pool(
    "Chinedu Amara Kwame Ngozi Tunde Adaeze Kofi Abena Emeka Folake",
    "Okafor Adeyemi Mensah Okonkwo Balogun Owusu Eze Asante Nwosu Boateng",
  ),
  eastAfrican: pool(
    "Wanjiku Kamau Achieng Otieno Njeri Kiprop Amina Mwangi",
    "Mwangi Otieno Kamau Wanjala Kiplagat Njoroge Ochieng Mutua",
  ),
  vietnamese: pool("Minh Linh Anh Huy Trang Tuấn Hương Đức", "Nguyễn Trần Lê Phạm Hoàng Vũ Đặng Bùi"),
  greek: pool(
    "Eleni Giorgos Maria Nikos Katerina Dimitris Ioanna Kostas",
    "Papadopoulos Georgiou Nikolaidis Ioannou Vasileiou Antoniou Pappas Makris",
  ),
};

function merged(part: keyof Pool): {
  readonly all: readonly string[];
  readonly byCulture: Readonly<Record<Culture, readonly number[]>>;
} {
  const all = [...new Set(Object.values(pools).flatMap((names) => names[part]))];
  const at = new Map(all.map((name, index) => [name, index]));
  const byCulture = Object.fromEntries(
    Object.entries(pools).map(([culture, names]) => [culture, names[part].map((name) => at.get(name) ?? 0)]),
  ) as unknown as Record<Culture, readonly number[]>;
  return { all, byCulture };
}

const first = merged("first");
const last = merged("last");

export const cultures = Object.keys(pools) as readonly Culture[];
export const firstNames: readonly string[] = first.all;
export const lastNames: readonly string[] = last.all;
/** Indexes into `firstNames` and `lastNames`. */
export const firstNamesOf = first.byCulture;
export const lastNamesOf = last.byCulture;
