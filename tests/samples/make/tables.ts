import { parquetWriteBuffer } from 'hyparquet-writer'
import { profile, profileCsv, stations, stationsXlsx } from '../../support/journeys/tables.ts'
import type { Samples } from './samples.ts'

/** A day that all samples say they are of. */
export const DAY = new Date('2026-08-14T00:00:00Z')

/** The same words in the encoding of Chinese office programs (GB 18030), which Node can read and not write. */
const gb18030 = Buffer.from('d5beb5e32ccbaecec20d0a', 'hex')

/** 2,000 observations in row groups of 500. */
function observations(): Buffer {
  const layers = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((station) => profile(station).map((layer) => ({ station, layer })))
  const rows = layers.slice(0, 2000)
  return Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'station', data: rows.map(({ station }) => `S0${station}`), type: 'STRING' },
        { name: 'depth_m', data: rows.map(({ layer }) => layer.depth), type: 'DOUBLE' },
        { name: 'temperature_C', data: rows.map(({ layer }) => layer.temperature), type: 'DOUBLE' },
        { name: '观测时间', data: rows.map((_, i) => new Date(DAY.getTime() + i * 1000)), type: 'TIMESTAMP' },
        { name: 'count', data: rows.map((_, i) => BigInt(i)), type: 'INT64' },
      ],
      rowGroupSize: 500,
    }),
  )
}

export async function tables(): Promise<Samples> {
  const lines = stations.map((row) => row.join('\t')).join('\n')
  return {
    'profile.csv': Buffer.from(profileCsv(1)),
    'stations.tsv': Buffer.from(`station\tplace\tlatitude\tlongitude\tdepth_m\n${lines}\n`),
    'stations-gb18030.csv': Buffer.concat([gb18030, Buffer.from('S01,4.2\r\n')]),
    'observations.parquet': observations(),
    'stations.xlsx': await stationsXlsx(DAY),
  }
}
