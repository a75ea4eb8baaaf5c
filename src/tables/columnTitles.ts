// The meanings of column titles in several languages. Titles have spaces instead of `_`, `-`, `.`.

export const isFirstName = (title: string): boolean =>
  /^first$|(?:first|fore) ?name|^fname$|given|vorname|pr[ée]nom|voornaam|^imi[ęe]$|primeiro nome/iu.test(title) ||
  /f[öo]rnamn|fornavn|etunimi|^jm[ée]no$|^имя$|^名$/iu.test(title);

export const isLastName = (title: string): boolean =>
  /^last$|last ?name|^lname$|family|surname|nachname|familienname|apellido|cognome|achternaam|nazwisko/iu.test(title) ||
  /sobrenome|apelido|efternamn|etternavn|sukunimi|p[řr][íi]jmen|фамилия|^姓$/iu.test(title);

export const isEmail = (title: string): boolean => /e.?mail|courriel|correo/iu.test(title);
export const isDomain = (title: string): boolean => /domain|dom[aä]ne/iu.test(title);
export const isOfNetwork = (title: string): boolean => /linked|xing|network|social|profil/iu.test(title);
export const isId = (title: string): boolean => /\bid\b/iu.test(title);
export const isOfCompany = (title: string): boolean =>
  /compan|organi[sz]|account|employer|firm|business|unternehm|kunde|entreprise|empresa|azienda/iu.test(title);
