import { describe, expect, test } from 'vitest'
import { legacyEncodingOf } from './legacy-encoding.ts'

const western = (text: string) => Buffer.from(text, 'latin1')
const hex = (text: string) => Buffer.from(text, 'hex')

describe('a text that is not UTF-8 is taken as Western European', () => {
  test.each([
    'Sjön A;1',
    'µmol/L,1',
    'Étang;café;1',
    'Estação;1',
    'ESTAÇÃO;1',
    'Größe,1',
    'määrä;pää',
    'T (°C)',
    'T (°C);±0.5;m²',
    'Año;¿Él?',
    '20\u00a0°C;«\u00a0Été\u00a0»',
    'it\x92s;1',
    '5 \x80;1',
  ])('%s', (text) => {
    expect(legacyEncodingOf(western(text))).toBe('windows-1252')
  })
})

describe('a text that is not UTF-8 is taken as Chinese', () => {
  test.each([
    ['站点', 'd5beb5e3'],
    ['值,1', 'd6b52c31'],
    ['pH值', '7048d6b5'],
    ['A和B', '41bacd42'],
    ['μmol/L,1', 'a6cc6d6f6c2f4c2c31'],
    ['T℃', '54a1e6'],
    ['T(°C),1', '5428a1e343292c31'],
    ['a，b', '61a3ac62'],
    ['朱镕基', 'd6ece946bbf9'],
    ['測量溫度', '9c79c1bf9cd8b6c8'],
  ])('%s', (text, bytes) => {
    expect(new TextDecoder('gb18030').decode(hex(bytes))).toBe(text)
    expect(legacyEncodingOf(hex(bytes))).toBe('gb18030')
  })

  test('also where a few accented letters stand in it, and one whose last character is cut', () => {
    expect(legacyEncodingOf(Buffer.concat([hex('d5beb5e3b2e2c1bf'), western('Å;')]))).not.toBe('windows-1252')
    expect(legacyEncodingOf(hex('d5beb5e3b5'))).toBe('gb18030')
  })
})

test('other encodings of pairs are taken as before; what can be neither is told', () => {
  // Big5, EUC-KR, Shift JIS.
  for (const bytes of ['b7c5abd72ca4f4b260', 'bfc2b5b5', '89b793782c8366815b835e'])
    expect(legacyEncodingOf(hex(bytes))).toBe('gb18030')
  expect(legacyEncodingOf(hex('812c'))).toBeNull()
})
