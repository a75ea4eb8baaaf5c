// Measures what the client adds to the network and JSON.parse, for a page of 100 people from another thread.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Agent, request } from "undici";
import { createServiceClient } from "../../src/service/client";
import { parseJsonObject } from "../../src/service/jsonReply";
import { recordProblem } from "../../src/service/recordSchemas";
import { createSystemClock } from "../../src/service/systemClock";
import { createUndiciTransport } from "../../src/service/undiciTransport";
import { MemoryGate } from "../support/memoryGate";
import { median } from "./figures";

const rounds = 150;
const warmUp = 40;

const server = `
const { createServer } = require("node:http");
const { brotliCompressSync, gzipSync, constants } = require("node:zlib");
const { parentPort, workerData } = require("node:worker_threads");
const plain = Buffer.from(workerData);
const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
const packed = { br, gzip: gzipSync(plain) };
createServer((request, reply) => {
  request.resume();
  request.on("end", () => {
    const encoding = /^\\/(br|gzip)/.exec(request.url)?.[1];
    const body = packed[encoding] ?? plain;
    if (encoding) reply.setHeader("content-encoding", encoding);
    reply.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    reply.end(body);
  });
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;

const sentence =
  "Led a group that built the systems behind the product and kept them running, " +
  "from the first draft to the last migration. ";

function company(number: number): object {
  return {
    id: `company-${number}`,
    name: `Northwind ${number}`,
    domain: `northwind${number}.example`,
    website: `https://www.northwind${number}.example/?from=profile`,
    year_founded: 1950 + (number % 70),
    headcount: number * 13,
    headcount_range: "201-500",
    company_type: "Privately Held",
    locations: {
      headquarters: {
        line1: "Hauptstraße 1",
        line2: "Hauptstraße 1, 10827 Berlin, DE",
        city: "Berlin",
        region: "Berlin",
        country: "Germany",
        country_code: "DE",
      },
      offices: null,
    },
    social_profiles: {
      professional_network: {
        id: 1000 + number,
        url: `https://network.example/company/northwind${number}`,
        handle: `northwind${number}`,
        connection_count: number * 17,
      },
    },
    industry: { main_industry: "Software Development" },
    logo_url: `https://logos.example/northwind${number}`,
  };
}

function position(number: number, isCurrent: boolean): object {
  return {
    title: "Head of Engineering",
    seniority: "Head",
    job_functions: [{ function: "Engineering", sub_function: "Platform Engineering" }],
    description: sentence.repeat(1 + (number % 2)),
    company: company(number),
    is_current: isCurrent,
    start_at: `20${10 + (number % 15)}-03-01T00:00:00Z`,
    ...(isCurrent ? {} : { end_at: "2024-02-29T00:00:00Z" }),
  };
}

function person(number: number): object {
  const positions = [0, 1, 2, 3].map((index) => position(number + index, index === 0));
  return {
    id: `person-${number}`,
    full_name: `Zoë Example ${number}`,
    first_name: "Zoë",
    last_name: `Example ${number}`,
    headline: "Head of Engineering at Northwind",
    description: sentence.repeat(2),
    location: { country: "Germany", country_code: "DE", city: "Köln", region: "North Rhine-Westphalia" },
    social_profiles: {
      professional_network: {
        id: 7_000_000 + number,
        url: `https://network.example/in/zoe${number}`,
        handle: `zoe${number}`,
        connection_count: 500,
      },
    },
    educations: [
      {
        school_name: "University of Vienna",
        degree: "MSc",
        start_at: "2001-10-01T00:00:00Z",
        end_at: "2006-06-30T00:00:00Z",
      },
    ],
    languages: [
      { language: "German", proficiency: "NATIVE_OR_BILINGUAL" },
      { language: "English", proficiency: "PROFESSIONAL_WORKING" },
    ],
    skills: ["TypeScript", "PostgreSQL", "Kubernetes", "Leadership", "Hiring", "Distributed systems", "Observability"],
    employment: { current: positions[0], all: positions },
  };
}

/** Alternates between the kinds of work, so that other load affects all of them; returns medians in ms by name. */
async function measure(
  work: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number[]> = {};
  for (let round = -warmUp; round < rounds; round += 1) {
    const order = Object.entries(work);
    for (let index = 0; index < order.length; index += 1) {
      const [name, run] = order[(index + round + warmUp) % order.length] as (typeof order)[number];
      const start = performance.now();
      await run();
      const ms = performance.now() - start;
      if (round >= 0) {
        (times[name] ??= []).push(ms);
      }
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/** One page of people: through the client, through undici with `JSON.parse`, and through undici alone. */
export async function run(report: (line: string) => void): Promise<void> {
  const page = JSON.stringify({
    people: Array.from({ length: 100 }, (_, number) => person(number)),
    metadata: { total: 12_480, credits: 100, offset: 0, search_after: "next" },
  });
  const bytes = Buffer.from(page);
  const worker = new Worker(server, { eval: true, workerData: page });
  const [port] = (await once(worker, "message")) as [number];
  const origin = `http://127.0.0.1:${port}`;
  report(`a page of 100 people: ${(bytes.length / 1000).toFixed(0)} kB, ${rounds} interleaved rounds, medians`);

  const agent = new Agent();
  const headers = { "content-type": "application/json", authorization: "Bearer bench" };
  const fetchBytes = async (path: string): Promise<Buffer> => {
    const { body } = await request(origin + path, { method: "POST", headers, body: "{}", dispatcher: agent });
    return Buffer.from((await body.bytes()).buffer);
  };
  const clock = createSystemClock();
  const transport = createUndiciTransport(origin, {});
  const clientFor = (prefix: string) =>
    createServiceClient({
      transport: (sent, signal) => transport({ ...sent, path: prefix + sent.path }, signal),
      key: "bench-key",
      userAgent: "prospect-desk/0.0.0",
      clock,
      random: Math.random,
      gate: new MemoryGate(clock),
    });

  const plain = clientFor("/plain");
  const parsed = async (client: typeof plain): Promise<unknown> =>
    parseJsonObject(await client.peopleSearch({ limit: 100 }));
  const identity = await measure({
    floor: () => fetchBytes("/plain"),
    parse: async () => JSON.parse((await fetchBytes("/plain")).toString()) as unknown,
    client: () => parsed(plain),
    fetched: () => plain.peopleSearch({ limit: 100 }),
  });
  const line = (name: string, result: Readonly<Record<string, number>>): void => {
    const { floor = Number.NaN, parse = Number.NaN, client = Number.NaN, fetched = Number.NaN } = result;
    report(
      `${name}: undici alone ${floor.toFixed(2)} ms, with JSON.parse ${parse.toFixed(2)} ms; ` +
        `client (fetch) ÷ (undici + JSON.parse) = ${(fetched / parse).toFixed(2)}, ` +
        `client (fetch, parse) ${(client / parse).toFixed(2)} (target 1.1)`,
    );
  };
  line("identity", identity);

  for (const [encoding, unpack] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const client = clientFor(`/${encoding}`);
    line(
      encoding,
      await measure({
        floor: () => fetchBytes(`/${encoding}`),
        parse: async () => JSON.parse(unpack(await fetchBytes(`/${encoding}`)).toString()) as unknown,
        client: () => parsed(client),
        fetched: () => client.peopleSearch({ limit: 100 }),
      }),
    );
  }

  const reply = { status: 200, headers: { "content-type": "application/json" }, body: bytes };
  const alone = await measure({
    parse: async () => JSON.parse(bytes.toString()) as unknown,
    read: async () => parseJsonObject(reply),
    check: async () => {
      for (const record of (JSON.parse(bytes.toString()) as { readonly people: readonly unknown[] }).people) {
        recordProblem("person", record);
      }
    },
  });
  const ratio = (name: string): string => ((alone[name] ?? Number.NaN) / (alone["parse"] ?? Number.NaN)).toFixed(2);
  report(
    `without the network, ÷ JSON.parse (${(alone["parse"] ?? 0).toFixed(2)} ms): parse exactly ${ratio("read")}; ` +
      `parse and validate against the schema, as the worker does after the request, ${ratio("check")}`,
  );

  await transport.close();
  await agent.close();
  await worker.terminate();
}
