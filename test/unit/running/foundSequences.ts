// Sequences that once charged more than was agreed, or showed more than was charged.
import type { Sequence } from "./spendingModel";

export const foundSequences: readonly Sequence[] = [
  // A reply that says 0 beside a call of another window, which dies: the balance shows 59 credits that may be either's.
  {
    plan: {
      records: 350,
      behaviors: [
        { price: 0.333333, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 0, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 1, reportedCost: "nothing", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 1, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
      ],
      balance: "whole",
      freeWhenReturnedBefore: false,
    },
    confirmAbove: 25,
    steps: [
      { window: 0, answers: [false], kind: "run", records: 1000, credits: 20 },
      { window: 0, answers: [false], diesAt: 1, kind: "count" },
    ],
    concurrent: true,
  },
  // Each record costs 5, each reply says 0, and a minute ago another run was paid: the limit of the run still holds.
  {
    plan: {
      records: 350,
      behaviors: [{ price: 5, reportedCost: "nothing", size: "full", cursor: "next", total: "true", fault: "none" }],
      balance: "whole",
      freeWhenReturnedBefore: false,
    },
    confirmAbove: 100,
    steps: [
      { window: 0, answers: [false], kind: "run", records: 1 },
      { window: 0, answers: [true], kind: "run", records: 1000000 },
      { window: 0, answers: [false], kind: "run", records: 1000000, credits: 0.5 },
    ],
    concurrent: false,
  },
  // The price falls while the balance lags by one page: what it shows late is no charge of its own.
  {
    plan: {
      records: 350,
      behaviors: [
        { price: 0.1, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 5, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 0, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 0, reportedCost: "correct", size: "short", cursor: "next", total: "true", fault: "none" },
        { price: 1, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
      ],
      balance: "lagging",
      freeWhenReturnedBefore: false,
    },
    confirmAbove: 0,
    steps: [
      { window: 0, answers: [false], kind: "run", records: 100, credits: 0 },
      { window: 0, answers: [true, false], kind: "resume" },
      { window: 0, answers: [true], kind: "count" },
      { window: 0, answers: [true, false], kind: "resume" },
      { window: 0, answers: [true, true], kind: "more", records: 100 },
    ],
    concurrent: false,
  },
  // The balance shows the page of the run before together with a page that is said to be free: only one is sure.
  {
    plan: {
      records: 900,
      behaviors: [
        { price: 10, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 10, reportedCost: "nothing", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 0, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
      ],
      balance: "lagging",
      freeWhenReturnedBefore: false,
    },
    confirmAbove: 0,
    steps: [
      { window: 0, answers: [true], kind: "run", records: 1 },
      { window: 0, answers: [false], kind: "run", records: 1000000, credits: 0 },
      { window: 0, answers: [true], kind: "resume" },
    ],
    concurrent: false,
  },
  // A price falls to a hundredth, so the next replies are doubted, while the balance lags by one of them.
  {
    plan: {
      records: 130,
      behaviors: [
        { price: 0, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "403" },
        { price: 0, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 10, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
        { price: 0.1, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
      ],
      balance: "lagging",
      freeWhenReturnedBefore: false,
    },
    confirmAbove: 100,
    steps: [
      { window: 0, answers: [true], kind: "run", records: 250 },
      { window: 0, answers: [false], kind: "run", records: 1 },
      { window: 0, answers: [false], kind: "more", records: 100 },
      { window: 0, answers: [false], kind: "resume" },
    ],
    concurrent: true,
  },
];
