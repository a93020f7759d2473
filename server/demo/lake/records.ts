import { ColumnDraft } from '#contract/tables/columns.ts'
import { type Calendar, SEASON_DAYS, WEEKS } from '../calendar.ts'
import { random } from '../random.ts'
import type { DemoTable } from '../sample.ts'
import { CHEMISTRY, chemistryRows, genera } from './tables.ts'
import { cast, type Station, stations } from './water.ts'

type Wish = Partial<ColumnDraft> & Pick<ColumnDraft, 'name' | 'type'>
const column = (wish: Wish): ColumnDraft => ColumnDraft.parse(wish)
const number = (name: string, unit: string, decimals: number, rules: ColumnDraft['rules'] = {}) =>
  column({ name, type: 'number', unit, format: { decimals }, rules })
const STATIONS = stations.map(({ id }) => id)
const station = () =>
  column({ name: '站位', type: 'choice', options: STATIONS, rules: { isRequired: true }, description: '见表格“站位”' })
const weeksOf = ({ fieldDay }: Calendar) => Array.from({ length: WEEKS }, (_, week) => fieldDay(week))

/** Layers between two rows: the probe wrote every 0.25 m. */
const EVERY = 2
/** When a station was sampled on a field day: one after the other. */
const castAt = ({ at }: Calendar, ago: number, one: Station) => at(ago, 9 + stations.indexOf(one), 20)

const profiles = (calendar: Calendar): DemoTable => ({
  name: 'CTD 剖面',
  description: `四个站位每周一次的 CTD 下放数据，每 0.5 米一行，${WEEKS} 周。示例数据，由公式生成。`,
  maker: 'zhang',
  at: calendar.at(3, 10, 20),
  columns: [
    station(),
    column({ name: '时间', type: 'datetime', description: '开始下放的时间' }),
    number('深度', 'm', 2, { isRequired: true, least: '0' }),
    number('水温', '°C', 3, { least: '-2', greatest: '30' }),
    number('电导率', 'mS/cm', 4),
    number('溶解氧', 'mg/L', 2, { least: '0', greatest: '20' }),
    number('叶绿素 a', 'µg/L', 2, { least: '0' }),
    number('浊度', 'NTU', 2, { least: '0' }),
  ],
  rows: () =>
    weeksOf(calendar).flatMap((ago) =>
      stations.flatMap((one) =>
        cast(one, calendar.dayOfYear(ago))
          .filter((_, i) => i % EVERY === 0)
          .map(({ depth, temperature, conductivity, oxygen, chlorophyll, turbidity }) => [
            one.id,
            castAt(calendar, ago, one).toISOString(),
            depth.toFixed(2),
            temperature.toFixed(3),
            conductivity.toFixed(4),
            oxygen.toFixed(2),
            chlorophyll.toFixed(2),
            turbidity.toFixed(2),
          ]),
      ),
    ),
})

const places = (calendar: Calendar): DemoTable => ({
  name: '站位',
  description: '固定观测站位。坐标为 WGS 84。',
  maker: 'lin',
  at: calendar.at(SEASON_DAYS - 2, 15, 40),
  columns: [
    column({ name: '站位', type: 'text', rules: { isRequired: true, isUnique: true, isStrict: true } }),
    column({ name: '名称', type: 'text' }),
    column({ name: 'English', type: 'text' }),
    number('纬度', '°', 3, { least: '-90', greatest: '90' }),
    number('经度', '°', 3, { least: '-180', greatest: '180' }),
    number('水深', 'm', 0, { least: '0' }),
    column({ name: '季节汇总', type: 'file', description: '该站位整个季节的 NetCDF 文件' }),
    column({ name: '负责人', type: 'person' }),
  ],
  rows: ({ itemId, person }) =>
    stations.map(({ id, name, english, latitude, longitude, depth }, i) => [
      id,
      name,
      english,
      String(latitude),
      String(longitude),
      String(depth),
      itemId(`CTD 剖面/汇总/season_${id}.nc`),
      person(i % 2 ? 'sorensen' : 'zhang').id,
    ]),
})

const GEAR = ['CTD', '采水器', '浮游生物网', '透明度盘', '多参数水质仪']
const WEATHER = ['晴', '多云', '阴', '阵雨', '晨雾']
const NOTES = [
  '',
  '',
  '',
  '西南风三级，轻浪',
  '溶解氧探头漂移，已用备用探头复测',
  '水面有少量水华',
  '采水器未关闭，重采一次',
]
const log = (calendar: Calendar): DemoTable => ({
  name: '采样记录',
  description: '每次出航每个站位一行：谁、用什么、采了几瓶水，附原始记录。',
  maker: 'su',
  at: calendar.at(2, 17, 5),
  columns: [
    column({ name: '日期', type: 'date', rules: { isRequired: true } }),
    station(),
    column({ name: '采样人', type: 'person' }),
    column({ name: '设备', type: 'choices', options: GEAR }),
    column({ name: '天气', type: 'choice', options: WEATHER }),
    number('透明度', 'm', 1, { least: '0', greatest: '20' }),
    number('水样', '瓶', 0, { least: '0' }),
    column({ name: '优势属', type: 'choice', options: [...genera] }),
    column({ name: '已送检', type: 'boolean' }),
    column({ name: '原始记录', type: 'file' }),
    column({ name: '备注', type: 'text' }),
  ],
  rows: ({ itemId, person }) =>
    weeksOf(calendar).flatMap((ago, week) => {
      const r = random(`log ${week}`)
      const weather = r.pick(WEATHER)
      return stations.map((one) => [
        calendar.day(ago),
        one.id,
        person(r.pick(['zhang', 'su', 'sorensen'] as const)).id,
        GEAR.filter((_, i) => i < 2 || r.next() < 0.6),
        weather,
        r.between(2.4, 7.8).toFixed(1),
        String(r.whole(4, 6)),
        r.pick(genera.slice(0, 5)),
        week < WEEKS - 2,
        itemId(`CTD 剖面/原始记录/${calendar.day(ago)}/${one.id}_raw.txt`),
        r.pick(NOTES) || null,
      ])
    }),
})

const UNITS = ['m', ...Array.from({ length: 5 }, () => 'mg/L'), '']
/** The laboratory has not sent the total phosphorus of the last weeks. */
const PHOSPHORUS = CHEMISTRY.indexOf('TP_mg_L')
const chemistry = (calendar: Calendar): DemoTable => ({
  name: '水化学',
  description: '瓶采水样的实验室结果。最近两周的总磷待复测。',
  maker: 'su',
  at: calendar.at(1, 11, 30),
  columns: [
    column({ name: '日期', type: 'date', rules: { isRequired: true } }),
    station(),
    ...['深度', '总氮', '硝态氮', '总磷', '磷酸盐磷', '硅酸盐', 'pH'].map((name, i) =>
      number(name, UNITS[i] ?? '', name === 'pH' ? 2 : i ? 3 : 1, { least: '0' }),
    ),
  ],
  rows: () =>
    weeksOf(calendar).flatMap((ago, week) =>
      chemistryRows(calendar.dayOfYear(ago), calendar.day(ago)).map((row) =>
        row.map((value, i) => (i === PHOSPHORUS && week >= WEEKS - 2 ? null : String(value))),
      ),
    ),
})

/** What the people of the lake keep in tables. */
export const lakeTables = (calendar: Calendar): DemoTable[] =>
  [places, profiles, log, chemistry].map((table) => table(calendar))
