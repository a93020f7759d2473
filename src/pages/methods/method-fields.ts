import * as z from 'zod/mini'
import { type Method, type MethodDraft, methodConfigs, methodSecrets } from '#contract/methods.ts'
import type { MethodKind } from '#contract/sign-in.ts'

/** Parts of the form, in their order. */
export const fieldGroups = ['connection', 'search', 'groups', 'endpoints', 'attributes', 'roles'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** The input of one setting. `fallback` is the schema's default. */
export type MethodField = {
  name: string
  group: FieldGroup
  control: 'text' | 'filter' | 'pem' | 'switch' | 'choice' | 'rules'
  choices: string[]
  fallback: unknown
  /** '' is a valid value and not a placeholder for the default. */
  mayBeEmpty: boolean
}

export type MethodValues = {
  name: { zh: string; en: string }
  isOn: boolean
  config: Record<string, unknown>
  secrets: Record<string, string | undefined>
}
/** The initial values of the form: an existing method, or the defaults of a new one. */
export type MethodStart = Pick<z.input<typeof MethodDraft>, 'kind' | 'config'> & {
  name: { zh: string; en: string }
  icon: string
}

/** A directory is queried by this site; every other service must know our return address. */
export const needsReturnAddress = (kind: MethodKind): boolean => kind !== 'ldap'

type Shape = Record<string, z.ZodMiniType>
const shapeOf = (kind: MethodKind): Shape => methodConfigs[kind].shape

const groupsByName: Record<string, FieldGroup> = {
  baseDn: 'search',
  userFilter: 'search',
  groupBaseDn: 'groups',
  groupFilter: 'groups',
  requiredGroup: 'groups',
  trustsEmail: 'attributes',
  maySignUp: 'roles',
  roleRules: 'roles',
}

function groupOf(name: string, isRequired: boolean): FieldGroup {
  if (name.endsWith('Attribute')) return 'attributes'
  // Addresses that a discovery document provides are in a section of their own; without one they are needed first.
  if (/(Endpoint|jwksUri)$/.test(name) && !isRequired) return 'endpoints'
  return groupsByName[name] ?? 'connection'
}

function controlOf(name: string, inner: unknown): MethodField['control'] {
  if (inner instanceof z.ZodMiniBoolean) return 'switch'
  if (inner instanceof z.ZodMiniEnum) return 'choice'
  if (inner instanceof z.ZodMiniArray) return 'rules'
  if (name.endsWith('Certificate')) return 'pem'
  return name.endsWith('Filter') ? 'filter' : 'text'
}

/** The settings of a kind, from the contract's schema and in its order. */
export function fieldsOf(kind: MethodKind): MethodField[] {
  return Object.entries(shapeOf(kind)).map(([name, schema]) => {
    const inner = schema instanceof z.ZodMiniDefault ? schema.def.innerType : schema
    const nothing = schema.safeParse(undefined)
    return {
      name,
      group: groupOf(name, !nothing.success),
      control: controlOf(name, inner),
      choices: inner instanceof z.ZodMiniEnum ? inner.options.map(String) : [],
      fallback: nothing.success ? nothing.data : '',
      mayBeEmpty: schema.safeParse('').success,
    }
  })
}

/** Places a secret below the name that it belongs to, otherwise at the end of the connection settings. */
export function secretsAfter(kind: MethodKind, name: string): readonly string[] {
  const owners = ['bindDn', 'clientId', 'appId']
  const owner = Object.keys(shapeOf(kind)).find((field) => owners.includes(field)) ?? 'spEntityId'
  return name === owner ? methodSecrets[kind] : []
}

export const valuesOf = (kind: MethodKind, start: MethodStart, method: Method | null): MethodValues => ({
  name: start.name,
  isOn: method?.isOn ?? false,
  config: { ...Object.fromEntries(fieldsOf(kind).map(({ name, fallback }) => [name, fallback])), ...start.config },
  secrets: {},
})

/** The form's values as the contract's input: an empty field that must not be empty gets the default. */
export function draftOf(start: MethodStart, values: MethodValues): z.input<typeof MethodDraft> {
  const { kind, icon } = start
  const given = fieldsOf(kind).filter(({ name, mayBeEmpty }) => mayBeEmpty || values.config[name] !== '')
  const secrets = Object.entries(values.secrets ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return {
    kind,
    icon,
    name: values.name,
    isOn: values.isOn,
    config: Object.fromEntries(given.map(({ name }) => [name, values.config[name]])),
    secrets: Object.fromEntries(secrets),
  }
}
