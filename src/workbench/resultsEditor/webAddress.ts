// Which addresses of records may be opened: absolute http(s) ones that hide nothing.

/** The address as it will be opened, or `undefined`. Names and passwords before an @ make one address look like another. */
export function webAddress(text: string): string | undefined {
  if (text.length > 2083 || !URL.canParse(text)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "" ? href : undefined;
}
