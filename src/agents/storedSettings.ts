// The user's settings as processes without VS Code know them: the window writes them to the database.
import * as z from "zod";
import type { Store } from "../store/client";
import { shortestWait } from "../service/exchange";
import type { AgentSettings } from "./agentDesk";

export interface StoredSettings extends AgentSettings {
  /** Credits that a command may spend without asking, by all windows together since the last agreement. */
  readonly confirmAbove: number;
  /** Seconds to wait for a slow service to start its reply. */
  readonly waitSeconds: number;
}

/** What is missing or wrong is as if the user had never changed it. */
const stored: z.ZodType<StoredSettings> = z.object({
  creditsPerDay: z.number().min(0).catch(0),
  sentItems: z.int().min(0).catch(100),
  confirmAbove: z.number().min(0).catch(25),
  waitSeconds: z.number().catch(shortestWait),
});

export async function readStoredSettings({ settings }: Pick<Store, "settings">): Promise<StoredSettings> {
  return stored.parse(await settings.all());
}

export async function storeSettings({ settings }: Pick<Store, "settings">, values: StoredSettings): Promise<void> {
  await settings.save({ ...values });
}
