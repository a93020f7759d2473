import { describe, expect, test } from 'vitest'
import { SUBJECTS_MAX } from '../core/limits.ts'
import { lowerSubjects, standardOptions } from './lower-subjects.ts'
import { readOptionFile, writeOptionFile } from './option-file.ts'
import { isStandardSubject, subjects, subjectTree } from './subjects.ts'

const STANDARD =
  '\uFEFF代码,名称,English\r\n170,地球科学,Earth science\r\n17045,水文学,"Hydrology, general"\r\n1704510,湖泊水文学,\r\n'

describe('a line that is refused', () => {
  test.each([
    ['湖泊1,名称', 'invalidCode'],
    ['a b1,名称', 'invalidCode'],
    ['170', 'noName'],
    [`170,${'长'.repeat(5000)}`, 'lineMax'],
  ])('%.10s is told with its number: %s', (line, code) => {
    expect(readOptionFile(`110,数学\n${line}`)).toMatchObject({
      options: [{ value: '110' }],
      problems: [{ line: 2, code }],
    })
  })

  test('a code that stands twice is told, and the first one stays', () => {
    const { options, problems } = readOptionFile('170,一\n\n170,二')
    expect([options.map(({ title }) => title.zh), problems]).toEqual([['一'], [{ line: 3, code: 'twice' }]])
  })

  test('so many are read and no more', () => {
    const text = Array.from({ length: SUBJECTS_MAX + 1 }, (_, at) => `${at + 1},名`).join('\n')
    expect(readOptionFile(text)).toMatchObject({ problems: [{ line: SUBJECTS_MAX + 1, code: 'tooMany' }] })
  })
})

describe('a classification', () => {
  test('is read by commas or tabs, with or without a heading, and written the same', () => {
    const { options, problems } = readOptionFile(STANDARD)
    expect(problems).toEqual([])
    expect(options[1]).toEqual({ value: '17045', title: { zh: '水文学', en: 'Hydrology, general' } })
    expect(readOptionFile(writeOptionFile(options)).options).toEqual(options)
    expect(readOptionFile('170\t地球科学\tEarth, all of it').options).toEqual([
      { value: '170', title: { zh: '地球科学', en: 'Earth, all of it' } },
    ])
  })

  test('is a tree by what its codes begin with', () => {
    const [root, ...rest] = subjectTree(readOptionFile(STANDARD).options)
    expect([root?.code, root?.children[0]?.code, root?.children[0]?.children[0]?.code, rest]).toEqual([
      '170',
      '17045',
      '1704510',
      [],
    ])
    expect(subjectTree([{ value: '1704510' }, { value: '620' }]).map(({ code }) => code)).toEqual(['1704510', '620'])
  })

  test('is that of GB/T 13745 where its codes lie in one of its disciplines', () => {
    expect(['170', '17045', '1704510', '999', '1704', '17045100', 'A70'].map(isStandardSubject)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('GB/T 13745 below its first level', () => {
  const below = (level: number) => lowerSubjects.filter(({ value }) => value.length === level)
  const isOther = ({ value }: { value: string }) => value.endsWith('99')
  const titles = new Map(lowerSubjects.map(({ value, title }) => [value, title]))

  test('has the disciplines of table 1: 62, 738 and 2,732', () => {
    expect([subjects.length, below(5).length, below(7).length]).toEqual([62, 738, 2732])
    expect([below(5).filter(isOther).length, below(7).filter(isOther).length]).toEqual([61, 373])
    expect(titles.size).toBe(lowerSubjects.length)
  })

  test('names each in Chinese and English, and has what stands above it', () => {
    const known = new Set<string>([...subjects, ...titles.keys()])
    expect(
      lowerSubjects.filter(({ title }) => !/^[A-Zγ\p{Script=Han}][\p{Script=Han}、—A-Za-z-]+$/u.test(title.zh)),
    ).toEqual([])
    expect(lowerSubjects.filter(({ title }) => !/^[A-Z\d][A-Za-z\d ,()'–-]+[a-z\d)]$/.test(title.en))).toEqual([])
    expect(lowerSubjects.filter(({ value }) => !isStandardSubject(value) || !known.has(value.slice(0, 3)))).toEqual([])
    const orphans = below(7).filter(({ value }) => !known.has(value.slice(0, 5)))
    expect(orphans.map(({ value }) => value)).toEqual(['1903510', '1903520', '1903530', '1903540', '1903599'])
  })

  test.each(['zh', 'en'] as const)('gives no two disciplines below another the same name (%s)', (language) => {
    const names = lowerSubjects.map(({ value, title }) => `${value.slice(0, -2)} ${title[language].toLowerCase()}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('names what it classifies nowhere else after the discipline above', () => {
    const others = below(7).filter(({ value, title }) => title.zh === `${titles.get(value.slice(0, 5))?.zh}其他学科`)
    expect(others.length).toBe(370)
    for (const { value, title } of others)
      expect(title.en).toBe(`${titles.get(value.slice(0, 5))?.en} not elsewhere classified`)
  })

  test('is written as a file that can be amended and read again', () => {
    const standard = standardOptions((code) => ({ zh: `学科 ${code}`, en: '' }))
    const { options, problems } = readOptionFile(`${writeOptionFile(standard)}52090,数据科学,Data science\n`)
    expect(problems).toEqual([])
    expect(options).toEqual([...standard, { value: '52090', title: { zh: '数据科学', en: 'Data science' } }])
    expect(
      subjectTree(options)
        .find(({ code }) => code === '520')
        ?.children.map(({ code }) => code),
    ).toContain('52090')
  })

  test.each([
    ['1101410', '演绎逻辑学', 'Deductive logic'],
    ['1102135', 'Kac-Moody代数', 'Kac–Moody algebras'],
    ['17055', '水文学', 'Hydrology'],
    ['1705540', '湖沼学', 'Limnology'],
    ['52020', '人工智能', 'Artificial intelligence'],
    ['88047', '学前教育学', 'Preschool education'],
    ['91099', '统计学其他学科', 'Statistics not elsewhere classified'],
  ])('%s is %s, %s', (code, zh, en) => {
    expect(titles.get(code)).toEqual({ zh, en })
  })
})
