import { element, writeXml, XML_HEAD, type XmlElement } from '#server/write-xml.ts'

type Values = Readonly<Record<string, string>>

/** Values as institutions write them; empty ones are left out. */
const properties = (values: Values): XmlElement[] =>
  Object.entries(values).flatMap(([name, value]) => (value ? [element('property', { name, value })] : []))

/** A field, with the values that can be chosen. */
export function bean(values: Values, options: readonly Values[] = []): XmlElement {
  const list = options.map((option) => element('bean', {}, ...properties(option)))
  const choices = list.length ? [element('property', { name: 'options' }, element('list', {}, ...list))] : []
  return element('bean', {}, ...properties(values), ...choices)
}

/** A group of fields, each on a line of its own. */
export const group = (attributes: Values, beans: readonly XmlElement[]): XmlElement =>
  element('group', attributes, element('list', {}, ...beans.flatMap((one) => ['\n', one])))

/** A template in the grammar of institutions: beans with properties, in groups. */
export const beansXml = (head: Values, groups: readonly XmlElement[]): string =>
  `${XML_HEAD}${writeXml(element('beans', {}, ...properties(head), element('property', { name: 'root' }, ...groups)))}\n`
