// Which proxy leads to the service, and where its address comes from.
import assert from "node:assert/strict";
import { routeTo } from "../../../src/service/proxy";

const service = "https://api.service.example";
type Arguments = Parameters<typeof routeTo>;
const said = (settings: Arguments[1], environment: Arguments[2] = {}, origin = service): string =>
  routeTo(origin, settings, environment).text;

describe("the way to the service", () => {
  const environment = { HTTPS_PROXY: "http://env.example:3128", HTTP_PROXY: "http://plain.example", ALL_PROXY: "all" };
  const proxy = "set.example:8080";
  for (const [what, settings, variables, text] of [
    [
      "the settings",
      { proxy: "http://set.example:8080" },
      environment,
      /^The proxy set\.example:8080, from http\.proxy,/u,
    ],
    ["the environment", { proxy: "" }, environment, /^The proxy env\.example:3128, from HTTPS_PROXY,/u],
    ["HTTP_PROXY", {}, { ...environment, HTTPS_PROXY: "" }, /^The proxy plain\.example:80, from HTTP_PROXY,/u],
    ["lower case", {}, { ...environment, https_proxy: "low" }, /^The proxy low:80, from https_proxy,/u],
    ["ALL_PROXY last", {}, { ALL_PROXY: "socks5h://all.example" }, /^The proxy all\.example:1080, from ALL_PROXY,/u],
    ["nothing", {}, {}, /^No proxy is used: neither http\.proxy nor HTTPS_PROXY is set\./u],
    ["http.proxySupport", { proxy, proxySupport: "off" }, {}, /^No proxy is used: http\.proxySupport/u],
    ["http.noProxy", { proxy, noProxy: ["service.example"] }, {}, /^No proxy is used: http\.noProxy excludes api\./u],
    ["NO_PROXY", { proxy }, { NO_PROXY: "a.example, .service.example" }, /^No proxy is used: NO_PROXY excludes api\./u],
  ] as const) {
    it(`is named with its source: ${what}`, () => assert.match(said(settings, variables), text));
  }

  it("never says a user name or a password, with or without a scheme", () => {
    for (const login of ["ada:secret", "DOMAIN\\ada:secret", "ada:se@cr/et#?"]) {
      for (const address of [`http://${login}@set.example:8080`, `${login}@set.example:8080`]) {
        const text = "The proxy set.example:8080, from http.proxy, with a user name and password.";
        assert.equal(said({ proxy: address }), text);
      }
    }
    assert.match(said({ proxy }), /, without a user name and password\.$/u);
  });

  const excluding = (entry: string, origin = service): boolean =>
    said({ proxy: "p.example", noProxy: [entry] }, {}, origin).startsWith("No proxy");

  it("leaves out the proxy for a host, its subdomains, a port, and a network", () => {
    const names = [
      "*",
      "api.service.example",
      "*.service.example",
      ".service.example",
      "SERVICE.example:443",
      "example",
    ];
    for (const entry of [...names, "service.example/", "a.example service.example"]) {
      assert.ok(excluding(entry), entry);
    }
    for (const entry of ["", "/", "ice.example", "api.service.example:8443", "other.example", "10.0.0.0/8"]) {
      assert.ok(!excluding(entry), entry);
    }
    for (const entry of ["10.0.0.0/8", "10.1.2.3", "10.1.2.3/32", "10.1.2.3:443"]) {
      assert.ok(excluding(entry, "https://10.1.2.3"), entry);
    }
    for (const entry of ["10.0.0.0/16", "11.0.0.0/8", "2001:db8::/32", "10.0.0.0/99"]) {
      assert.ok(!excluding(entry, "https://10.1.2.3"), entry);
    }
    for (const entry of ["2001:db8::/32", "2001:db8::7", "[2001:db8::7]"]) {
      assert.ok(excluding(entry, "https://[2001:db8::7]"), entry);
    }
  });

  for (const [address, text] of [
    ["ftp://set.example", /^The address of the proxy in http\.proxy is not one\. .*http:\/\/proxy\.example:8080\.$/u],
    ["http://", /is not one/u],
    ["a b", /is not one/u],
    ["socks4://set.example:1080", /names a SOCKS 4 proxy, .* Write socks5:\/\/set\.example:1080 or http:/u],
    ["pac+https://set.example/proxy.pac", /names a script that chooses a proxy, .* Write the address of one: http:/u],
  ] as const) {
    it(`names what cannot be used, and what to write instead of ${address}`, () => {
      assert.match(said({ proxy: address }), text);
      assert.equal(routeTo(service, { proxy: address }, {}).proxy, "unusable");
    });
  }
});
