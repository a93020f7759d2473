import { datasetPath } from '#contract/pages/paths.ts'

/** Absolute addresses of a version of a dataset. */
export type Addresses = {
  origin: string
  /** The page of the version. */
  page: string
  /** Leads to the page of the newest version. */
  concept: string
  zip: string
  linkset: string
  export: (key: string) => string
  file: (path: string) => string
}

/** No comma and no blank stays in an address: readers split the Link header at every comma. */
const coded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

export function addressesOf(origin: string, datasetId: string, number: number): Addresses {
  const concept = `${origin}/dataset/${datasetId}`
  const page = `${origin}${datasetPath(datasetId, number)}`
  return {
    origin,
    page,
    concept,
    zip: `${page}/zip`,
    linkset: `${page}/linkset`,
    export: (key) => `${page}/export/${key}`,
    file: (path) => `${page}/files/${coded(path)}`,
  }
}
