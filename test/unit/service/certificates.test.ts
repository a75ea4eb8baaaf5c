// The certificate authorities that a connection trusts.
import assert from "node:assert/strict";
import * as tls from "node:tls";
import { certificateOptions } from "../../../src/service/connector";

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
