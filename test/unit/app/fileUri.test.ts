// Runs are found by the URI of their saved search, so it must be written as VS Code writes it.
import assert from "node:assert/strict";
import { fileUriOf } from "../../../src/app/headless/fileUri";

describe("the URI of a file", () => {
  // As `Uri.file(path).toString()` writes them.
  const uris: readonly (readonly [string, string])[] = [
    ["/projects/people.prospect.json", "file:///projects/people.prospect.json"],
    ["/a b/c(1)!.json", "file:///a%20b/c%281%29%21.json"],
    ["/Köln/x'y*z~.json", "file:///K%C3%B6ln/x%27y%2Az~.json"],
    ["/50%/a#b?c.json", "file:///50%25/a%23b%3Fc.json"],
    ["/a:b/c&d=e+f,g;h@i$j.json", "file:///a%3Ab/c%26d%3De%2Bf%2Cg%3Bh%40i%24j.json"],
  ];
  for (const [file, uri] of uris) {
    it(`${file} is written as VS Code writes it`, () => {
      if (process.platform !== "win32") {
        assert.equal(fileUriOf(file), uri);
      }
    });
  }
});
