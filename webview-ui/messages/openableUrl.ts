// Which addresses in records may be opened: absolute http(s) ones. The page offers these, and the host checks again.

/** The address as it will be opened, or `undefined`. With a name before an @, one address could look like another. */
export function openableUrl(text: string): string | undefined {
  if (text.length > 2083 || !URL.canParse(text)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "" ? href : undefined;
}
