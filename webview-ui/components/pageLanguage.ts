// Imported first by every page: texts are made while the modules after it load.
import { useLanguage, type PageLanguage } from "../../src/language/language";

const element = document.getElementById("page-language");
if (element !== null) {
  // Written by our own host into our own document, so nobody else has had a hand in it.
  const language = JSON.parse(element.textContent) as PageLanguage;
  useLanguage(language);
}
