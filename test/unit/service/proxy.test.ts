// Which proxy leads to the service, and where its address comes from.
import assert from "node:assert/strict";
import * as tls from "node:tls";
import { certificateOptions } from "../../../src/service/connector";
import { routeForLog, routeTo } from "../../../src/service/proxy";

const service = "https://api.service.example";
const said = (settings: Parameters<typeof routeTo>[1], environment: Parameters<typeof routeTo>[2] = {}): string =>
  routeForLog(routeTo(service, settings, environment));

describe("the way to the service", () => {
  it("is the proxy of the settings, then that of the environment, and says which", () => {
    const environment = { HTTPS_PROXY: "http://env.example:3128", HTTP_PROXY: "http://plain.example" };
    assert.equal(said({ proxy: "http://set.example:8080" }, environment), "proxy set.example:8080 from http.proxy");
    assert.equal(said({ proxy: "" }, environment), "proxy env.example:3128 from HTTPS_PROXY");
    assert.equal(said({}, { ...environment, HTTPS_PROXY: "" }), "proxy plain.example:80 from HTTP_PROXY");
    assert.equal(said({}, { ...environment, https_proxy: "low.example" }), "proxy low.example:80 from https_proxy");
    assert.equal(said({}, {}), "no proxy (none)");
  });

  it("never says a user name or a password, with or without a scheme", () => {
    for (const proxy of ["http://ada:secret@set.example:8080", "ada:secret@set.example:8080"]) {
      assert.equal(said({ proxy }), "proxy set.example:8080 from http.proxy, with a password");
    }
    const route = routeTo(service, { proxy: "ada:50%@set.example" }, {});
    assert.ok(route.kind === "proxy");
    assert.equal(route.proxy.authorization, `Basic ${Buffer.from("ada:50%").toString("base64")}`);
  });

  it("has no proxy where the settings or the environment say so, and says which", () => {
    const proxy = "set.example:8080";
    assert.equal(said({ proxy, proxySupport: "off" }), "no proxy (http.proxySupport)");
    assert.equal(said({ proxy, noProxy: ["service.example"] }), "no proxy (http.noProxy)");
    assert.equal(said({ proxy }, { NO_PROXY: "a.example, .service.example" }), "no proxy (NO_PROXY)");
    assert.equal(routeForLog(routeTo("http://127.0.0.1:7070", { proxy }, {})), "no proxy (thisMachine)");
  });

  it("leaves out the proxy for a host, its subdomains, and a port", () => {
    const isDirect = (entry: string): boolean => said({ proxy: "p.example", noProxy: [entry] }).startsWith("no proxy");
    for (const entry of ["*", "api.service.example", "*.service.example", "SERVICE.example:443", "example"]) {
      assert.ok(isDirect(entry), entry);
    }
    for (const entry of ["", "ice.example", "api.service.example:8443", "other.example"]) {
      assert.ok(!isDirect(entry), entry);
    }
  });

  it("names what cannot be used", () => {
    for (const proxy of ["ftp://set.example", "http://", "a b"]) {
      assert.equal(said({ proxy }), "unusable proxy address from http.proxy");
    }
  });
});

describe("the authorities of a connection", () => {
  const [first = "", second = ""] = tls.rootCertificates;

  it("are those of Node when none are added", () => {
    assert.deepEqual(certificateOptions(false, []), {});
  });

  it("are those of the system too when that is set and it has any", () => {
    const { getCACertificates } = tls as { getCACertificates?: (type: string) => readonly string[] };
    const ofSystem = getCACertificates?.("system") ?? [];
    assert.equal(certificateOptions(true, []).secureContext !== undefined, ofSystem.length > 0);
  });

  it("are read once for the same additions", () => {
    const { secureContext } = certificateOptions(false, [first]);
    assert.ok(secureContext !== undefined);
    assert.equal(certificateOptions(false, [first]).secureContext, secureContext);
    assert.notEqual(certificateOptions(false, [second]).secureContext, secureContext);
    assert.notEqual(certificateOptions(false, [first, second]).secureContext, secureContext);
  });
});
