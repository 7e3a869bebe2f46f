import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepAnswer } from "../served/answers.ts";
import { type Client, client } from "../served/client.ts";
import { PLACES } from "../served/prepare.ts";
import { type Served, serve } from "../served/serve.ts";
import { type Logbook, viewsOf } from "./world.ts";

/** A served function and a connection to it. */
export interface Party {
  served: Served;
  client: Client;
}

/** The real function of a logbook beside its limit. */
export interface Pair {
  real: Party;
  limit: Party;
  stop(): Promise<void>;
}

/** Serves the real function. */
export async function startReal(logbook: Logbook): Promise<Party> {
  const served = await serve(logbook.serving);
  return { served, client: client(`127.0.0.1:${served.port}`) };
}

/** Serves the real function, keeps what it answers to each view, and serves the limit with that. */
export async function startPair(logbook: Logbook): Promise<Pair> {
  const real = await startReal(logbook);
  const answers = await keepAnswers(logbook, real.client);
  const served = await serve({ ...logbook.serving, answers });
  const limit = { served, client: client(`127.0.0.1:${served.port}`) };
  return { real, limit, stop: () => stopAll([real, limit]) };
}

export async function stopAll(parties: readonly Party[]): Promise<void> {
  for (const { served, client } of parties) {
    client.close();
    await served.stop();
  }
}

/** Writes what the real function answers to each view into a file, and gives its path. */
export async function keepAnswers(logbook: Logbook, real: Client): Promise<string> {
  const kept = [];
  for (const address of new Set(Object.values(viewsOf(logbook)))) {
    const { headers, body } = await real.expect(200, address, { token: logbook.memberToken });
    kept.push([address, keepAnswer(headers, body)] as const);
  }
  const file = join(PLACES.work, `answers-${logbook.reports}.json`);
  writeFileSync(file, JSON.stringify(Object.fromEntries(kept)));
  return file;
}

/** Asks each of them this often, so that what runs often is compiled. */
export async function warmUp(parties: readonly Party[], address: string, token: string, times: number): Promise<void> {
  for (const { client } of parties) for (let at = 0; at < times; at += 1) await client.expect(200, address, { token });
}
