import * as z from 'zod/mini'
import { apiGroupOf, askableGroups } from '#contract/api-groups.ts'
import { consents } from '#contract/consents.ts'
import { FailureBody, successOf } from '#contract/core/envelope.ts'
import { errors } from '#contract/core/errors.ts'
import type { Operation } from '#contract/core/operation.ts'
import { operations } from '#contract/index.ts'
import { AUTHORIZE_PATH } from '#contract/pages/paths.ts'
import type { Described, Document } from './clients/calls.ts'
import type { Language } from './context.ts'
import { textOf } from './texts.ts'

type Json = Record<string, unknown>

/** Query strings and forms convert text into numbers before the check, so the document shows the converted type. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const media = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' }
const pathNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')

function inputOf(operation: Operation): { parameters: Json[]; requestBody?: Json } {
  const whole = schemaOf(operation.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const inPath = pathNames(operation.path)
  const fields = Object.entries(whole.properties ?? {})
  const isRequired = (name: string) => whole.required?.includes(name) ?? false
  const parameter =
    (place: 'path' | 'query') =>
    ([name, schema]: [string, Json]) => ({
      name,
      in: place,
      required: place === 'path' || isRequired(name),
      schema,
    })
  const path = fields.filter(([name]) => inPath.includes(name)).map(parameter('path'))
  const rest = fields.filter(([name]) => !inPath.includes(name))
  if (operation.method === 'GET') return { parameters: [...path, ...rest.map(parameter('query'))] }
  const properties = Object.fromEntries(rest)
  if (operation.body === 'multipart') properties.file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const required = [
    ...rest.map(([name]) => name).filter(isRequired),
    ...(operation.body === 'multipart' ? ['file'] : []),
  ]
  const schema = { type: 'object', properties, ...(required.length && { required }) }
  if (!Object.keys(properties).length) return { parameters: path }
  return { parameters: path, requestBody: { required: true, content: { [media[operation.body]]: { schema } } } }
}

/** Failures by HTTP status, each with the possible rows of the error table. */
function failuresOf(operation: Operation): Json {
  const gate = operation.gate === 'public' ? [] : (['notSignedIn', 'sessionExpired', 'forbidden'] as const)
  const names = [...new Set([...gate, 'invalid', ...operation.errors] as const)]
  const byStatus = Map.groupBy(names, (name) => errors[name].status)
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [
      status,
      {
        description: rows.map((name) => `${name} (code ${errors[name].code})`).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

function successOfOperation(language: Language, operation: Operation): Json {
  if (operation.answers === 'bytes')
    return { description: textOf(language, 'api.bytes'), content: { '*/*': { schema: {} } } }
  return {
    description: textOf(language, 'api.success'),
    content: { 'application/json': { schema: schemaOf(successOf(operation.data), 'output') } },
  }
}

/** A browser session, or a program: with a token of a person, or as an application that was granted the group. */
function securityOf(operation: Operation): Json[] {
  const group = apiGroupOf(operation)
  const session = operation.changes ? { session: [], csrf: [] } : { session: [] }
  if (operation.gate === 'admin' || operation.guard === 'session') return [session]
  return [session, { bearer: [] }, ...(group ? [{ oauth: [group] }] : [])]
}

function describe(language: Language, name: string, operation: Operation): Described {
  const group = apiGroupOf(operation)
  return {
    operationId: name,
    tags: [groupOf(name)],
    summary: summaryOf(language, name),
    ...(inputOf(operation) as Pick<Described, 'parameters' | 'requestBody'>),
    responses: {
      200: successOfOperation(language, operation),
      ...failuresOf(operation),
    } as unknown as Described['responses'],
    ...(operation.gate !== 'public' && { security: securityOf(operation) }),
    ...(group && { 'x-api-group': group }),
  }
}

/** The capability that an operation belongs to. */
export const groupOf = (name: string): string => name.split('.')[0] ?? ''

/** The summary of an operation, in one or two sentences. */
export const summaryOf = (language: Language, name: string): string => textOf(language, `api.operations.${name}`)

/** The OpenAPI 3.1 document of the whole contract, in the reader's language. */
export function openApiDocument(language: Language, version: string): Document & Json {
  const paths: Document['paths'] = {}
  const groups = [...new Set(operations.map(([name]) => groupOf(name)))]
  for (const [name, operation] of operations) {
    const path = `/api${operation.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(language, name, operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'DataSpace',
      version,
      description: textOf(language, 'api.envelope'),
    },
    tags: groups.map((name) => ({ name, description: textOf(language, `api.groups.${name}`) })),
    paths,
    components: {
      schemas: { Failure: schemaOf(FailureBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'ds_session_id' },
        csrf: { type: 'apiKey', in: 'header', name: 'DS_TOKEN' },
        bearer: { type: 'http', scheme: 'bearer' },
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: AUTHORIZE_PATH,
              tokenUrl: `/api${consents.token.path}`,
              scopes: Object.fromEntries(
                askableGroups.map((group) => [group, textOf(language, `applications.groups.${group}.name`)]),
              ),
            },
          },
        },
      },
    },
  }
}
