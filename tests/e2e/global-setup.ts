import { buildIfStale } from '../../scripts/build.ts'
import { prepareDemo } from '../support/demo-data.ts'

/** The console is built, and the data of the journeys made, once for all journeys. Answers what clears up after them. */
export default async function setup(): Promise<() => void> {
  await buildIfStale()
  return prepareDemo()
}
