// Creates certificates for the TLS tests with openssl, so that the repository contains no private keys.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  /** The authority that signed all except the self-signed one, in PEM. */
  readonly authority: string;
  readonly good: Certificate;
  readonly expired: Certificate;
  readonly notYetValid: Certificate;
  readonly wrongHost: Certificate;
  readonly selfSigned: Certificate;
}

const config = `
[ca]
default_ca = tests
[tests]
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
policy = names
copy_extensions = copy
certificate = authority.crt
private_key = authority.key
[names]
commonName = supplied
`;

/** Creates certificates for 127.0.0.1. Needs openssl on the PATH. */
export function createCertificates(): Certificates {
  const folder = mkdtempSync(path.join(tmpdir(), "certificates-"));
  const openssl = (...parameters: readonly string[]): void => {
    try {
      execFileSync("openssl", parameters, { cwd: folder, stdio: "pipe" });
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      throw new Error(
        isMissing
          ? "The TLS tests need openssl on the PATH: install it and run them again."
          : "openssl could not create the certificates for the TLS tests.",
        { cause: error },
      );
    }
  };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const read = (name: string): Certificate => ({
    key: readFileSync(path.join(folder, `${name}.key`), "utf8"),
    cert: readFileSync(path.join(folder, `${name}.crt`), "utf8"),
  });
  const signed = (name: string, host: string, from: string, to: string): Certificate => {
    openssl(
      "req",
      ...newKey,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/CN=${name}`,
      "-addext",
      `subjectAltName=${host}`,
    );
    openssl(
      "ca",
      "-config",
      "ca.cnf",
      "-batch",
      "-notext",
      "-in",
      `${name}.csr`,
      "-out",
      `${name}.crt`,
      "-startdate",
      from,
      "-enddate",
      to,
    );
    return read(name);
  };
  try {
    writeFileSync(path.join(folder, "ca.cnf"), config);
    writeFileSync(path.join(folder, "index.txt"), "");
    writeFileSync(path.join(folder, "serial"), "01\n");
    openssl(
      "req",
      "-x509",
      ...newKey,
      "-keyout",
      "authority.key",
      "-out",
      "authority.crt",
      "-days",
      "2",
      "-subj",
      "/CN=Authority of the tests",
    );
    openssl(
      "req",
      "-x509",
      ...newKey,
      "-keyout",
      "self.key",
      "-out",
      "self.crt",
      "-days",
      "2",
      "-subj",
      "/CN=127.0.0.1",
      "-addext",
      "subjectAltName=IP:127.0.0.1",
    );
    return {
      authority: read("authority").cert,
      good: signed("good", "IP:127.0.0.1", "20200101000000Z", "20491231000000Z"),
      expired: signed("expired", "IP:127.0.0.1", "20200101000000Z", "20210101000000Z"),
      notYetValid: signed("early", "IP:127.0.0.1", "20480101000000Z", "20491231000000Z"),
      wrongHost: signed("other", "DNS:other.example", "20200101000000Z", "20491231000000Z"),
      selfSigned: read("self"),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
