// Checks of values read from JSON, as plain functions: what opens a journal is loaded with every export, and is to be small.

/** An object whose fields are not known yet. */
export interface OpenObject {
  readonly [field: string]: unknown;
}

export type Check = (value: unknown) => boolean;

export function isObject(value: unknown): value is OpenObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isText = (value: unknown): value is string => typeof value === "string";
export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
/** A whole number from 0 up, none of whose digits is lost. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Absent, or as the check wants it. */
export function isMissingOr(value: unknown, isPart: Check): boolean {
  return value === undefined || isPart(value);
}

export function isListOf(value: unknown, isItem: Check): boolean {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

/** An object with any fields, each of whose values is as the check wants it. */
export function isMapOf(value: unknown, isItem: Check): boolean {
  return isObject(value) && Object.values(value).every((item) => isItem(item));
}
