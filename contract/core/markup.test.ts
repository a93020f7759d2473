import { describe, expect, test } from 'vitest'
import { besides } from './link.ts'
import { isAlone, type MarkupNode, readMarkup } from './markup.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
/** The HTML that a page produces from the tree. */
const written = (node: MarkupNode): string => {
  if (typeof node === 'string') return escaped(node)
  const { tag, href, size, children } = node
  const head = `${tag}${href ? ` href="${escaped(href)}"` : ''}${size ? ` class="size-${size}"` : ''}`
  return isAlone(tag) ? `<${head}>` : `<${head}>${children.map(written).join('')}</${tag}>`
}
const shown = (text: string) => readMarkup(text).nodes.map(written).join('')

describe('readMarkup', () => {
  test.each([
    [
      '<b>© 2026</b> <a href="https://lake.example/a?b=1&amp;c=2" target="_blank">Lake</a>',
      '<b>© 2026</b> <a href="https://lake.example/a?b=1&#38;c=2">Lake</a>',
    ],
    ['<p>one</p><ul><li>two</li></ul>', '<p>one</p><ul><li>two</li></ul>'],
    ['<h1>a</h1><h6>b', '<h1>a</h1><h6>b</h6>'],
    ['<span class="size-small">a</span>', '<span class="size-small">a</span>'],
    ['<span class=size-huge>a</span>', '<span class="size-huge">a</span>'],
    ['1 < 2 and a &copy; b &unknown; c', '1 &#60; 2 and a © b &#38;unknown; c'],
  ])('%s is shown whole', (text, whole) => {
    expect(readMarkup(text).dropped).toEqual([])
    expect(shown(text)).toBe(whole)
  })

  test('entities are read, and what looks like one is left', () => {
    expect(readMarkup('&copy; &#169; &#xa9; &lt;b&gt; &unknown; &#0; &#xd800;').nodes.join('')).toBe(
      '© © © <b> &unknown; &#0; &#xd800;',
    )
  })

  test.each([
    ['<script>alert(1)</script>x', 'x', ['<script>']],
    ['<SCRIPT >alert(1)', '', ['<script>']],
    ['<scr<script>alert(1)</script>ipt>x', '&#60;script&#62;x', ['<script>']],
    ['<style>b{}</style>x', 'x', ['<style>']],
    ['<svg><a href="https://a.example">x</a></svg>y', 'y', ['<svg>']],
    ['<img src=x onerror=alert(1)>x', 'x', ['<img>']],
    ['<b onclick="alert(1)" style="color:red">x</b>', '<b>x</b>', ['onclick', 'style']],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>', ['href="javascript:alert(1)"']],
    ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>', ['href=" java\nscript:alert(1)"']],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>', ['href="&#106;avascript:alert(1)"']],
    ['<a href="//elsewhere.example">x</a>', '<a>x</a>', ['href="//elsewhere.example"']],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>', ['href="data:text/html,x"']],
    ['<marquee>x</marquee>', 'x', ['<marquee>']],
    ['<span class="update-banner">x</span>', '<span>x</span>', ['class']],
    ['<p class="size-huge">x</p>', '<p>x</p>', ['class']],
    ['<!-- x --><!doctype html>y', 'y', []],
    ['<a href="https://a.example" "onclick=x>y', '&#60;a href=&#34;https://a.example&#34; &#34;onclick=x&#62;y', []],
  ])('%s: what is not for showing is left out, and told', (text, kept, dropped) => {
    expect(shown(text)).toBe(kept)
    expect(readMarkup(text).dropped).toEqual(dropped)
  })

  test.each([
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<p><b>a<div>b</div>', '<p><b>a</b></p><div>b</div>'],
    ['<a href="/x">a<a href="/y">b</a></a>', '<a href="/x">a</a><a href="/y">b</a>'],
    ['<ul>a<li>b<li>c</ul>d', '<ul><li>a</li><li>b</li><li>c</li></ul>d'],
    ['<li>a</li>', 'a'],
    ['<b><i>a</b></i>b', '<b><i>a</i></b>b'],
    ['</p></b>a', 'a'],
    ['<p>a<hr>b</p>', '<p>a</p><hr>b'],
  ])('%s is put in order', (text, kept) => {
    expect(shown(text)).toBe(kept)
    // Parsing the result again changes nothing.
    expect(shown(kept)).toBe(kept)
  })

  test('a text without elements keeps its lines', () => {
    expect(shown('one\ntwo\r\n\r\nthree')).toBe('one<br>two<br><br>three')
  })

  test('a link to another site opens beside ours and tells nothing of the reader', () => {
    expect(besides('https://a.example')).toEqual({ target: '_blank', rel: 'nofollow noopener noreferrer' })
    expect(besides('/y')).toEqual({})
  })

  test('depth and what is told have an end', () => {
    const { nodes, dropped } = readMarkup('<b>'.repeat(1600))
    let depth = 0
    for (let node = nodes[0]; typeof node === 'object'; node = node.children[0]) depth += 1
    expect(depth).toBe(20)
    expect(dropped).toEqual(['<b>'])
    expect(readMarkup(Array.from({ length: 50 }, (_, i) => `<x${i}>`).join('')).dropped).toHaveLength(10)
  })
})
