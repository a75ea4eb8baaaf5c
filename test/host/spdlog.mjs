// Replaces the native module @vscode/spdlog in the web host, so that nothing needs to be compiled there: appends
// VS Code's logs to their files.
// @ts-check
import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";

const names = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
  #file;
  #isPlain = false;
  #level = names.indexOf("info");

  /** @param {string} file */
  constructor(file) {
    this.#file = file;
  }
  trace = (/** @type {string} */ message) => this.#write(0, message);
  debug = (/** @type {string} */ message) => this.#write(1, message);
  info = (/** @type {string} */ message) => this.#write(2, message);
  warn = (/** @type {string} */ message) => this.#write(3, message);
  error = (/** @type {string} */ message) => this.#write(4, message);
  critical = (/** @type {string} */ message) => this.#write(5, message);
  getLevel = () => this.#level;
  setLevel = (/** @type {number} */ level) => (this.#level = level);
  clearFormatters = () => (this.#isPlain = true);
  setPattern() {}
  flush() {}
  drop() {}

  /** @param {number} level @param {string} message */
  #write(level, message) {
    if (level >= this.#level) {
      const time = new Date().toISOString().slice(0, -1).replace("T", " ");
      appendFileSync(this.#file, this.#isPlain ? message : `${time} [${names[level]}] ${message}\n`);
    }
  }
}

export function setFlushOn() {}

/**
 * @param {string} _name
 * @param {string} file
 */
export function createAsyncRotatingLogger(_name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  return new Logger(file);
}
