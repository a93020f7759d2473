import { describe, expect, test } from 'vitest'
import {
  boundsOf,
  imageProblem,
  imageSpecOf,
  isCount,
  isFileSize,
  isFileType,
  isFilled,
  isMatching,
  isRequired,
} from './form-rules.ts'
import { patternOf } from './pattern/index.ts'

describe('a field', () => {
  test.each([
    ['1:1', true],
    ['2:*', true],
    ['1：3', true],
    ['0:1', false],
    ['*:5', false],
    ['', false],
    ['some', false],
  ])('with the multiply setting %j is required: %s', (multiply, required) => {
    expect(isRequired(multiply)).toBe(required)
  })

  test('has bounds that * leaves open', () => {
    expect(boundsOf('2:*')).toEqual({ min: 2, max: Number.POSITIVE_INFINITY })
    expect(boundsOf('* : 4')).toEqual({ min: 0, max: 4 })
  })

  test.each([
    [[], '1:2', false],
    [['a'], '1:2', true],
    [['a', 'b', 'c'], '1:2', false],
    [['a', 'b', 'c'], '1:*', true],
  ])('that holds %j is as many as %s asks: %s', (values, multiply, right) => {
    expect(isCount(values, multiply)).toBe(right)
  })

  test.each([
    ['/^[a-z]+$/', 'abc', true],
    ['/^[a-z]+$/', 'ABC', false],
    ['/^[a-z]+$/i', 'ABC', true],
    ['/a,b/', [{ name: 'a' }, { name: 'b' }], true],
    ['/^b/', [{ name: 'a' }, { name: 'b' }], false],
    ['', 'anything', true],
    ['no slashes', 'anything', true],
    ['/(/', 'anything', true],
  ])('with the check %s matches %j: %s', (check, value, right) => {
    expect(isMatching(check, value)).toBe(right)
  })

  test('gives the same answer twice, whatever flags its check has', () => {
    const pattern = patternOf('/a/g')
    expect([pattern?.test('a'), pattern?.test('a')]).toEqual([true, true])
  })

  test.each([
    [{ a: 'x', b: 0 }, true],
    [{ a: 'x', b: ' ' }, false],
    [{ a: null }, false],
  ])('of an object %j is filled: %s', (value, right) => {
    expect(isFilled(value)).toBe(right)
  })
})

describe('a file', () => {
  test.each([
    ['a.PNG', 'jpg,png', true],
    ['a.gif', 'jpg;png', false],
    ['a.gif', '*', true],
  ])('%s is of the types %s: %s', (name, list, right) => expect(isFileType(name, list)).toBe(right))

  test.each([
    [2048, '1:2', true],
    [2049, '1:2', false],
    [10, '1:*', false],
    [10, '*:*', true],
  ])('of %i bytes is within %s KB: %s', (bytes, sizes, right) => expect(isFileSize(bytes, sizes)).toBe(right))
})

describe('a picture', () => {
  const spec = imageSpecOf('jpg,png#370:230#1-500')
  const cover = { name: 'cover.png', bytes: 4096, width: 370, height: 230 }

  test.each([
    ['that fits', cover, null],
    ['of another format', { ...cover, name: 'cover.gif' }, 'format'],
    ['that is wider', { ...cover, width: 371 }, 'pixels'],
    ['that is too large', { ...cover, bytes: 501 * 1024 }, 'size'],
    ['that is too small', { ...cover, bytes: 10 }, 'size'],
  ])('%s is judged by format, pixels and size', (_what, picture, problem) => {
    expect(imageProblem(picture, spec)).toBe(problem)
  })

  test.each([
    ['400-*:300-*', 400, 300, null],
    ['400-*:300-*', 399, 300, 'pixels'],
    ['*-400:*', 401, 1, 'pixels'],
    ['100-200:230', 150, 230, null],
    ['100-200:230', 150, 231, 'pixels'],
  ])('of the pixels %s is judged by both ends: %i × %i', (pixels, width, height, problem) => {
    expect(imageProblem({ ...cover, width, height }, imageSpecOf(`*#${pixels}#*-512`))).toBe(problem)
  })

  test('may be anything where nothing is asked', () => {
    expect(imageProblem({ ...cover, name: 'a.bmp', width: 1 }, imageSpecOf('*#*:*#*'))).toBeNull()
  })
})
