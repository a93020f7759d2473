import backups from '../resources/backups/part.ts'
import capacity from '../resources/capacity/part.ts'
import instruments from '../resources/instruments/part.ts'
import joining from '../resources/joining/part.ts'
import journal from '../resources/journal/part.ts'
import publications from '../resources/publications/part.ts'
import rights from '../resources/rights/part.ts'
import spaces from '../resources/spaces/part.ts'
import dataSources from '../resources/tables/data-sources/part.ts'
import dataViews from '../resources/tables/data-views/part.ts'
import tables from '../resources/tables/part.ts'
import reports from '../resources/tables/reports/part.ts'
import files from './files/part.ts'

/** Every part of a space. */
export const spaceParts = [
  spaces,
  files,
  journal,
  joining,
  rights,
  capacity,
  backups,
  instruments,
  publications,
  tables,
  dataViews,
  dataSources,
  reports,
]
