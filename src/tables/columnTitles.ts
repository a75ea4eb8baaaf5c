// The meanings of column titles in several languages. Titles have spaces instead of `_`, `-`, `.`.

/** Whether one of these patterns, between spaces, is in a title. */
const isOneOf = (...patterns: readonly string[]): ((title: string) => boolean) => {
  const pattern = new RegExp(patterns.join(" ").split(" ").join("|").replaceAll("_", " ?"), "iu");
  return (title) => pattern.test(title);
};

export const isFirstName = isOneOf(
  "^first$ first_name fore_name ^fname$ given vorname pr[ée]nom voornaam ^imi[ęe]$ primeiro_nome f[öo]rnamn fornavn",
  "etunimi ^jm[ée]no$ ^ime$ ^meno$ ^prenume$ keresztn[ée]v ^ad[ıi]?$ ^vardas$ ^v[āa]rds$ eesnimi",
  "^имя$ ^име$ ^ім['’]я$ ^όνομα$ ^名$ ^שם_פרטי$ ^الاسم_الأول$",
);

export const isLastName = isOneOf(
  "^last$ last_name ^lname$ family surname nachname familienname apellido cognome achternaam nazwisko sobrenome",
  "apelido efternamn efternavn etternavn sukunimi p[řr][íi]jmen prezime priimek priezvisko ^nume$ vezet[ée]kn[ée]v",
  "^soyad[ıi]?$ ^pavard[ėe]$ ^uzv[āa]rds$ perekonnanimi фамилия прізвище ^επώνυμο$ ^姓$ ^שם_משפחה$ ^اسم_العائلة$",
);

/** Of others than the company or person of a row, who identify neither. */
export const isOfOthers = isOneOf(
  "logo image picture photo avatar \\bicon source.*url source.*link source.*page \\brefer campaign blog news article",
  "owner assigned created modified competitor parent \\bjobs?\\b(?!_title) posting career",
  "\\bmaps?\\b",
);

/** Of the person alone, and not of an employer. */
export const isPersonal = isOneOf("personal privat");

export const isEmail = (title: string): boolean => /e.?mail|courriel|correo/iu.test(title);
export const isDomain = (title: string): boolean => /domain|dom[aä]ne/iu.test(title);
export const isOfNetwork = (title: string): boolean => /linked|xing|network|social|profil/iu.test(title);
export const isId = (title: string): boolean => /\bid\b/iu.test(title);
export const isOfCompany = isOneOf(
  "compan organi[sz] account employer firm business unternehm kunde entreprise soci[ée]t[ée] empresa azienda bedrijf",
  "företag yritys virksomhed tvrtka podjetje společnost spółka şirket c[ée]gn[ée]v įmon[ėe] компани організаці фирма",
  "会社 企業 公司 회사 επωνυμία εταιρεία חברה شركة",
);
