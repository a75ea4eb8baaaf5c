// Runs are found by the URI of their saved search, so it must be written as VS Code writes it.
import assert from "node:assert/strict";
import path from "node:path";
import { fileUriOf } from "../../../src/app/headless/nodeFiles";

describe("the URI of a file", () => {
  // As `Uri.file(path).toString()` writes them.
  const uris: readonly (readonly [path.PlatformPath, string, string])[] = [
    [path.posix, "/projects/people.prospect.json", "file:///projects/people.prospect.json"],
    [path.posix, "/a b/c(1)!.json", "file:///a%20b/c%281%29%21.json"],
    [path.posix, "/Köln/x'y*z~.json", "file:///K%C3%B6ln/x%27y%2Az~.json"],
    [path.posix, "/50%/a#b?c.json", "file:///50%25/a%23b%3Fc.json"],
    [path.posix, "/a:b/c&d=e+f,g;h@i$j.json", "file:///a%3Ab/c%26d%3De%2Bf%2Cg%3Bh%40i%24j.json"],
    [path.posix, "/a\\b.json", "file:///a%5Cb.json"],
    [path.win32, "C:\\Users\\Ada\\a b.json", "file:///c%3A/Users/Ada/a%20b.json"],
    [path.win32, "c:/Users/Ada/a.json", "file:///c%3A/Users/Ada/a.json"],
    [path.win32, "\\\\server\\share\\Köln.json", "file://server/share/K%C3%B6ln.json"],
  ];
  for (const [flavor, file, uri] of uris) {
    it(`${file} is written as VS Code writes it`, () => {
      assert.equal(fileUriOf(file, flavor), uri);
    });
  }
});
