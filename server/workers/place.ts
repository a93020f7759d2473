import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The figures of one process, as they travel to the one that is asked. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[]

/** How long a stop waits for running requests; milliseconds. */
export const STOP_MS = 20_000

/** What a worker is told at its start. */
export type Role = {
  /** From 1. */
  number: number
  nodeId: string
  wantsDemo: boolean
  isFirstStart: boolean
  /** Processes for queries that it may have. */
  queries: number
}

/** What a process knows of itself that is one of several of one server. */
export type WorkerPlace = {
  /** From 1. */
  number: number
  /** Who it is among the nodes of the installation; the one that is started in its place is the same. */
  nodeId: string
  /** From now on `own` answers the others; returns what asks them all, this one too. */
  shareFigures(own: () => Promise<Figures>): () => Promise<Figures[]>
}
