import { expect, test } from 'vitest'
import { firstAxes, type GridCalls, type GridNode } from './grids.ts'
import { firstPlottable } from './plottable.ts'

type Array = { shape: number[]; axes?: string[]; isNumeric?: boolean }
/** A file of arrays by path; what ends in `/` is a group. */
function calls(arrays: Record<string, Array>): { calls: GridCalls; top: GridNode[] } {
  const paths = Object.keys(arrays)
  const childrenOf = (path: string): GridNode[] =>
    [
      ...new Set(
        paths.filter((one) => one.startsWith(`${path}/`)).map((one) => one.slice(path.length + 1).split('/')[0] ?? ''),
      ),
    ].map((name) => {
      const array = arrays[`${path}/${name}`]
      return {
        path: `${path}/${name}`,
        name,
        kind: array ? 'array' : 'group',
        shape: array?.shape ?? [],
        type: 'float',
      }
    })
  return {
    top: childrenOf(''),
    calls: {
      children: async (path) => childrenOf(path),
      info: async (path) => ({
        axes: [],
        isNumeric: true,
        shape: [],
        ...arrays[path],
        type: 'float',
        notes: [],
      }),
      slice: () => Promise.reject(new Error('nothing is read')),
    },
  }
}

test.each<[string, Record<string, Array>, string | undefined]>([
  [
    'a field before a line',
    { '/time': { shape: [9], axes: ['time'] }, '/level': { shape: [9], axes: ['time'] }, '/t': { shape: [9, 4] } },
    '/t',
  ],
  [
    'a line before its coordinate',
    { '/time': { shape: [9], axes: ['time'] }, '/level': { shape: [9], axes: ['time'] } },
    '/level',
  ],
  ['a field in a group', { '/about': { shape: [] }, '/station/t': { shape: [9, 4] } }, '/station/t'],
  ['no text', { '/names': { shape: [9, 20], isNumeric: false } }, undefined],
  ['no single value', { '/origin': { shape: [1, 1] } }, undefined],
])('%s is what a file opens with', async (_rule, arrays, path) => {
  const { calls: of, top } = calls(arrays)
  expect((await firstPlottable(of, top)).node?.path).toBe(path)
})

test.each([
  ['a mooring lies along time in a picture', [131_040, 20], true, [1, 0]],
  ['its table keeps a row for each time', [131_040, 20], false, [0, 1]],
  ['a map stays as it is', [180, 360], true, [0, 1]],
  ['of more axes the last two are shown', [12, 4000, 30], true, [2, 1]],
  ['a line has rows only', [5], true, [0, null]],
  ['a single value has neither', [], true, [null, null]],
] as const)('%s', (_what, shape, isPicture, axes) => {
  const { rowAxis, columnAxis } = firstAxes(shape, isPicture)
  expect([rowAxis, columnAxis]).toEqual(axes)
})
