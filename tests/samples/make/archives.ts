import { gzipSync } from 'node:zlib'
import { lakesShape } from '../../support/journeys/science.ts'
import { profileCsv } from '../../support/journeys/tables.ts'
import { zipOf } from './office.ts'
import type { Samples } from './samples.ts'
import { DAY } from './tables.ts'

const FOLDER = '5'
const PAX = 'x'

/** One header of 512 bytes. Source: POSIX.1-2001 ustar. */
function header(name: string, size: number, type = '0'): Buffer {
  const block = Buffer.alloc(512)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits - 1, '0')}\0`
  block.write(name, 0, 100, 'utf8')
  block.write(octal(0o644, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(DAY.getTime() / 1000, 12), 136)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])

/** A name of more than 100 bytes goes before its entry as a pax record. */
function entry(name: string, content: Buffer): Buffer[] {
  const short = [header(name.slice(0, 60), content.length), padded(content)]
  if (Buffer.byteLength(name) <= 100) return [header(name, content.length), padded(content)]
  const body = ` path=${name}\n`
  const length = Buffer.byteLength(body) + 3
  const record = Buffer.from(`${length}${body}`)
  return [header('PaxHeader', record.length, PAX), padded(record), ...short]
}

const longName = `数据/${'很长的文件夹名称'.repeat(6)}/profile.csv`

function tar(): Buffer {
  const csv = Buffer.from(profileCsv(1))
  return Buffer.concat([
    header('lake/', 0, FOLDER),
    ...entry('lake/README.md', Buffer.from('# Lake survey\n')),
    ...entry('lake/ctd/S01.csv', csv),
    ...entry(longName, Buffer.from('depth_m\n1\n')),
    Buffer.alloc(1024),
  ])
}

export async function archives(): Promise<Samples> {
  const { shp, shx, dbf, prj } = lakesShape()
  const bundle = tar()
  return {
    'survey.tar': bundle,
    'survey.tar.gz': gzipSync(bundle),
    'profile.csv.gz': gzipSync(Buffer.from(profileCsv(1))),
    'survey.zip': await zipOf({
      'lake/README.md': '# Lake survey\n',
      'lake/ctd/S01.csv': profileCsv(1),
      'lake/ctd/S02.csv': profileCsv(2),
      '数据/说明.txt': '采样说明\n',
    }),
    'lakes.zip': await zipOf({ 'lakes.shp': shp, 'lakes.shx': shx, 'lakes.dbf': dbf, 'lakes.prj': prj }),
    'lakes.shp': shp,
    'lakes.shx': shx,
    'lakes.dbf': dbf,
    'lakes.prj': prj,
  }
}
