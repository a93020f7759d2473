import { Counter } from 'prom-client'
import type { Took } from './wire.ts'

/** Metrics of the queries that the engine of this node answered, for `/metrics`. */
export function queryMeters() {
  const queries = new Counter({
    name: 'dataspace_queries_total',
    help: 'Queries over tables and files that were answered in processes apart',
    registers: [],
  })
  const seconds = new Counter({
    name: 'dataspace_query_seconds_total',
    help: 'Time of these queries: waiting for others, opening their sources, running, and on the way to their process',
    labelNames: ['stage'],
    registers: [],
  })
  return {
    metrics: [queries, seconds],
    answered({ waitMs, openMs, runMs, wayMs }: Took): void {
      queries.inc()
      const stages = { wait: waitMs, open: openMs, run: runMs, way: wayMs }
      for (const [stage, ms] of Object.entries(stages)) seconds.inc({ stage }, Math.max(0, ms) / 1000)
    },
  }
}
