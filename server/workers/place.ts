import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The metrics of one process, as sent to the one that collects them. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[]

/** How long a stop waits for running requests; milliseconds. */
export const STOP_MS = 20_000

/** The role of a worker, sent at its start. */
export type Role = {
  /** From 1. */
  number: number
  nodeId: string
  wantsDemo: boolean
  isFirstStart: boolean
  /** Processes for queries that it may have. */
  queries: number
}

/** The position of a process among those of one server. */
export type WorkerPlace = {
  /** From 1. */
  number: number
  /** The id of this node of the installation; a replacement process gets the same. */
  nodeId: string
  /** From now on `own` answers the others; returns what asks them all, this one too. */
  shareFigures(own: () => Promise<Figures>): () => Promise<Figures[]>
}
