// The processes of this machine as a parameter: who owns a lock, and is that one still alive.
import { hostname } from "node:os";

export interface ProcessTable {
  readonly pid: number;
  /** Tells machines that share a home folder apart. */
  readonly host: string;
  /** Whether a process of this machine is alive. */
  alive(pid: number): boolean;
  /** Calls `work` every `ms` until the result is called; keeps no process alive. */
  every(ms: number, work: () => void): () => void;
}

export function realProcesses(): ProcessTable {
  return {
    pid: process.pid,
    host: hostname(),
    alive(pid) {
      try {
        process.kill(pid, 0);
        return true;
      } catch (error) {
        // EPERM: it is there, but another user's.
        return error instanceof Error && "code" in error && error.code === "EPERM";
      }
    },
    every(ms, work) {
      const timer = setInterval(work, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
