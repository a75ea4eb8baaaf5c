// Messages about invalid values, shared by requests, the form, and the text of a search.

export const enterValue = "Enter a value.";
export const enterName = "Enter a name.";
export const enterDomain = "Enter a domain, such as northwind.example.";
export const enterDomainOfMail = (domain: string): string => `Enter a domain. That of this email address is ${domain}.`;
export const enterUrl = "Enter the address of a page, such as https://network.example/company/northwind.";
export const enterDigits = "Enter digits only.";
export const enterWholeNumber = "Enter a whole number.";
export const numberTooLarge = "This number is too large to be sent exactly. Check the digits.";
export const enterBounds = "Enter “From”, “To” or both.";
export const swapThem = "Swap them.";
export const swapBounds = (min: number, max: number): string =>
  `“From” (${min}) is greater than “To” (${max}). ${swapThem}`;
