import { buildIfStale } from '../../scripts/build-console.ts'

/** The console is built once for all journeys. */
export default buildIfStale
