import { type QueryKey, useQuery } from '@tanstack/react-query'
import { account } from '#contract/account.ts'
import { call } from '#providers/call.ts'

/** Query keys of this page. */
export const keys = {
  profile: ['account', 'profile'],
  identities: ['account', 'identities'],
  secondSteps: ['account', 'secondSteps'],
  devices: ['account', 'devices'],
  history: ['account', 'history'],
  appPasswords: ['account', 'appPasswords'],
  sshKeys: ['account', 'sshKeys'],
  tokens: ['account', 'tokens'],
  consents: ['account', 'consents'],
  mailTypes: ['account', 'mailTypes'],
} as const satisfies Record<string, QueryKey>

const quiet = { quiet: true }

export const useProfile = () => useQuery({ queryKey: keys.profile, queryFn: () => call(account.profile, {}, quiet) })
export const useIdentities = () =>
  useQuery({ queryKey: keys.identities, queryFn: () => call(account.identities, {}, quiet) })
export const useSecondSteps = () =>
  useQuery({ queryKey: keys.secondSteps, queryFn: () => call(account.secondSteps, {}, quiet) })
export const useDevices = () => useQuery({ queryKey: keys.devices, queryFn: () => call(account.devices, {}, quiet) })
export const useAppPasswords = () =>
  useQuery({ queryKey: keys.appPasswords, queryFn: () => call(account.appPasswords, {}, quiet) })
export const useSshKeys = () => useQuery({ queryKey: keys.sshKeys, queryFn: () => call(account.sshKeys, {}, quiet) })
export const useTokens = () => useQuery({ queryKey: keys.tokens, queryFn: () => call(account.tokens, {}, quiet) })
export const useMailTypes = () =>
  useQuery({ queryKey: keys.mailTypes, queryFn: () => call(account.mailTypes, {}, quiet) })
