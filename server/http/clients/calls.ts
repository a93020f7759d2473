/** The input for generated clients: the operations of the OpenAPI document that programs may call. */

export type Schema = { [key: string]: unknown }
export type Described = {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  security?: Record<string, unknown>[]
}
export type Document = {
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Described>>
}
export type Field = { name: string; isRequired: boolean; schema: Schema }
export type ClientCall = {
  capability: string
  name: string
  summary: string
  method: string
  path: string
  fields: Field[]
  /** How what is not in the path travels. */
  sends: 'query' | 'json' | 'form' | 'multipart'
  /** The `data` of a success; null when the answer is bytes. */
  data: Schema | null
}

const SENDS: Readonly<Record<string, ClientCall['sends']>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
}

function callOf(path: string, method: string, operation: Described): ClientCall {
  const [capability = '', name = ''] = operation.operationId.split('.')
  const [type = '', body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const properties = Object.entries((body?.schema.properties ?? {}) as Record<string, Schema>)
  const required = (body?.schema.required ?? []) as string[]
  const envelope = operation.responses[200]?.content?.['application/json']?.schema
  return {
    capability,
    name,
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    fields: [
      ...(operation.parameters ?? []).map((one) => ({ name: one.name, isRequired: one.required, schema: one.schema })),
      ...properties.map(([field, schema]) => ({ name: field, isRequired: required.includes(field), schema })),
    ],
    sends: SENDS[type] ?? (method === 'get' ? 'query' : 'json'),
    data: envelope ? ((envelope.properties as Record<string, Schema>).data ?? {}) : null,
  }
}

/** The calls of programs by capability; those of the old form and of OAuth have clients of their own. */
export function callsOf({ paths }: Document): Map<string, ClientCall[]> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => !security || security.some((way) => 'bearer' in way))
      .map(([method, operation]) => callOf(path, method, operation)),
  )
  const own = calls.filter(({ capability }) => capability !== 'legacyApi' && capability !== 'consents')
  return Map.groupBy(own, ({ capability }) => capability)
}
