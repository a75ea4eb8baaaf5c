// Sets the page's language. Imported first, because other modules make their texts while they load.
import { useLanguage, type PageLanguage } from "../../src/language/language";

const element = document.getElementById("page-language");
if (element !== null) {
  // Written by our own host, so it is not validated.
  const language = JSON.parse(element.textContent) as PageLanguage;
  useLanguage(language);
}
