/**
 * How the console presents a refusal. Source: spec section 8.
 *
 * login: forget the session, keep the path, go to sign-in. modal: info modal with the message. modalData: info modal
 * with `data`. forbidden: to /access after 500 ms. notFound: modal, then to /404 after 500 ms. notice: bottom right.
 */
export type Presentation = 'login' | 'modal' | 'modalData' | 'forbidden' | 'notFound' | 'notice'

type Row = {
  code: number
  status: number
  show: Presentation
  /** Key of the sentence in `locales`. */
  text: string
  /** The input field that the sentence belongs beside. */
  field?: string
}

const rows = {
  notSignedIn: { code: 401, status: 401, show: 'login', text: 'refusals.notSignedIn' },
  sessionExpired: { code: 5, status: 401, show: 'login', text: 'refusals.sessionExpired' },
  forbidden: { code: 403, status: 403, show: 'forbidden', text: 'refusals.forbidden' },
  tokenMismatch: { code: 8, status: 403, show: 'modal', text: 'refusals.tokenMismatch' },
  invalid: { code: 1, status: 400, show: 'modalData', text: 'refusals.invalid' },
  notFound: { code: 404, status: 404, show: 'notFound', text: 'refusals.notFound' },
  tooManyRequests: { code: -2, status: 429, show: 'modal', text: 'refusals.tooManyRequests' },
  tooLarge: { code: -2, status: 413, show: 'modal', text: 'refusals.tooLarge' },
  busy: { code: 502, status: 503, show: 'notice', text: 'refusals.busy' },
  unknown: { code: 500, status: 500, show: 'modal', text: 'refusals.unknown' },

  wrongCredentials: { code: -1, status: 401, show: 'modal', text: 'session.wrongCredentials', field: 'password' },
  loginDelayed: { code: -2, status: 429, show: 'modal', text: 'session.loginDelayed' },
  accountDisabled: { code: -1, status: 403, show: 'modal', text: 'session.accountDisabled', field: 'emailAccounts' },
  accountLocked: { code: -1, status: 403, show: 'modal', text: 'session.accountLocked', field: 'emailAccounts' },
  accountInactive: { code: -1, status: 403, show: 'modal', text: 'session.accountInactive', field: 'emailAccounts' },
  passwordSignInOff: {
    code: -1,
    status: 403,
    show: 'modal',
    text: 'session.passwordSignInOff',
    field: 'emailAccounts',
  },
  mustSetUp: { code: 8, status: 403, show: 'modal', text: 'session.mustSetUp' },
  confirmNeeded: { code: 8, status: 403, show: 'modal', text: 'account.confirmNeeded' },
  sessionDoorOnly: { code: 8, status: 403, show: 'modal', text: 'account.sessionDoorOnly' },
  tokenReadsOnly: { code: 8, status: 403, show: 'modal', text: 'account.tokenReadsOnly' },

  captchaWrong: { code: -1, status: 400, show: 'modal', text: 'refusals.captchaWrong', field: 'verificationCode' },
  passwordsDiffer: {
    code: -1,
    status: 400,
    show: 'modal',
    text: 'registration.passwordsDiffer',
    field: 'confirmPassword',
  },
  passwordCommon: { code: -1, status: 400, show: 'modal', text: 'refusals.passwordCommon', field: 'password' },
  registrationClosed: { code: -1, status: 403, show: 'modal', text: 'registration.closed' },
  invitationWrong: { code: -1, status: 400, show: 'modal', text: 'refusals.invitationWrong', field: 'code' },
  mailAgainLater: { code: -2, status: 429, show: 'modal', text: 'refusals.mailAgainLater', field: 'emailAccounts' },
  passwordNeeded: { code: -1, status: 401, show: 'modal', text: 'registration.passwordNeeded', field: 'password' },
  linkWrong: { code: -2, status: 404, show: 'modal', text: 'registration.linkWrong' },

  methodOff: { code: -2, status: 404, show: 'modal', text: 'signIn.methodOff' },
  methodFailing: { code: -3, status: 502, show: 'modal', text: 'signIn.methodFailing' },
  directoryRefused: { code: -1, status: 401, show: 'modal', text: 'signIn.directoryRefused', field: 'password' },
  pendingGone: { code: -2, status: 404, show: 'modal', text: 'signIn.pendingGone' },
  secondGone: { code: -2, status: 404, show: 'modal', text: 'signIn.secondGone' },
  codeWrong: { code: -1, status: 401, show: 'modal', text: 'signIn.codeWrong', field: 'code' },
  passkeyRefused: { code: -1, status: 401, show: 'modal', text: 'signIn.passkeyRefused' },
  identityTaken: { code: 1007, status: 409, show: 'modal', text: 'signIn.identityTaken' },

  wrongPassword: { code: -1, status: 401, show: 'modal', text: 'account.wrongPassword', field: 'password' },
  passwordSame: { code: -1, status: 400, show: 'modal', text: 'account.passwordSame', field: 'newPwd' },
  backupSame: { code: -1, status: 409, show: 'modal', text: 'account.backupSame', field: 'spareEmail' },
  imageInvalid: { code: -1, status: 400, show: 'modal', text: 'account.imageInvalid', field: 'image' },
  lastWay: { code: -1, status: 409, show: 'modal', text: 'account.lastWay' },
  secondRequired: { code: -1, status: 409, show: 'modal', text: 'account.secondRequired' },
  tooManyKeys: { code: -1, status: 409, show: 'modal', text: 'account.tooManyKeys' },

  userNotFound: { code: -2, status: 404, show: 'modal', text: 'users.notFound' },
  userEmailTaken: { code: 1007, status: 409, show: 'modal', text: 'users.emailTaken', field: 'emailAccounts' },
  lastAdministrator: { code: -1, status: 409, show: 'modal', text: 'users.lastAdministrator' },
  notYourself: { code: -1, status: 409, show: 'modal', text: 'users.notYourself' },
  handoverNeeded: { code: -1, status: 409, show: 'modal', text: 'users.handoverNeeded' },
  handoverWrong: { code: -1, status: 409, show: 'modal', text: 'users.handoverWrong', field: 'all' },
  sheetUnreadable: { code: -1, status: 400, show: 'modal', text: 'users.sheetUnreadable', field: 'file' },
  sheetTooLong: { code: -1, status: 400, show: 'modal', text: 'users.sheetTooLong', field: 'file' },
  sheetHeading: { code: -1, status: 400, show: 'modal', text: 'users.sheetHeading', field: 'file' },

  methodConfigWrong: { code: -1, status: 400, show: 'modal', text: 'methods.configWrong' },
  methodFixed: { code: -1, status: 409, show: 'modal', text: 'methods.fixed' },
  mailServerFixed: { code: -1, status: 409, show: 'modal', text: 'mails.serverFixed' },
  mailServerWrong: { code: -1, status: 400, show: 'modal', text: 'mails.serverWrong', field: 'host' },
  mailVariableMissing: { code: -1, status: 400, show: 'modal', text: 'mails.variableMissing', field: 'words' },
  mailVariableUnknown: { code: -1, status: 400, show: 'modal', text: 'mails.variableUnknown', field: 'words' },

  spaceCreateForbidden: { code: 8, status: 403, show: 'modal', text: 'spaces.createForbidden' },
  spaceForbidden: { code: 403, status: 403, show: 'forbidden', text: 'spaces.forbidden' },
  spaceRightMissing: { code: 8, status: 403, show: 'modal', text: 'spaces.rightMissing' },
  spaceNotFound: { code: 404, status: 404, show: 'notFound', text: 'spaces.notFound' },
  spaceIdentifierTaken: {
    code: 1007,
    status: 409,
    show: 'modal',
    text: 'spaces.identifier.taken',
    field: 'identifier',
  },
  spaceConfirmWrong: { code: -1, status: 409, show: 'modal', text: 'spaces.confirmWrong', field: 'identifier' },
  capacityBelowUse: { code: -1, status: 409, show: 'modal', text: 'spaces.capacityBelowUse', field: 'size' },
  memberUnknown: { code: -1, status: 404, show: 'modal', text: 'spaces.memberUnknown', field: 'emailAccounts' },
  memberAlready: { code: 1007, status: 409, show: 'modal', text: 'spaces.memberAlready', field: 'emailAccounts' },
  ownerStays: { code: -1, status: 409, show: 'modal', text: 'spaces.ownerStays' },

  ticketGone: { code: -2, status: 401, show: 'modal', text: 'preview.ticketGone' },
  componentTaken: { code: 1007, status: 409, show: 'modal', text: 'components.taken' },
  componentDamaged: { code: -3, status: 400, show: 'modal', text: 'components.damaged' },
  componentRefused: { code: -1, status: 400, show: 'modal', text: 'components.refused' },
  componentTooLarge: { code: -2, status: 413, show: 'modal', text: 'components.tooLarge' },
  componentParameters: { code: -1, status: 400, show: 'modal', text: 'components.99' },
  componentGone: { code: -2, status: 404, show: 'modal', text: 'preview.componentGone' },

  spacesADay: { code: -2, status: 429, show: 'modal', text: 'spaces.aDay' },
  spaceChangesADay: { code: -2, status: 429, show: 'modal', text: 'spaces.changesADay' },
  picturesADay: { code: -2, status: 429, show: 'modal', text: 'spaces.picturesADay' },
  spaceSizeForbidden: { code: 8, status: 403, show: 'modal', text: 'spaces.sizeForbidden', field: 'size' },
  spaceNotFailed: { code: -1, status: 409, show: 'modal', text: 'spaces.notFailed' },
  spaceStatusWrong: { code: -1, status: 409, show: 'modal', text: 'managedSpaces.statusWrong' },
  receiverWrong: { code: -1, status: 409, show: 'modal', text: 'spaces.receiverWrong', field: 'personId' },
  joinForbidden: { code: 8, status: 403, show: 'modal', text: 'joining.forbidden' },
  joinPending: { code: 1007, status: 409, show: 'modal', text: 'joining.pending', field: 'reason' },
  joinGone: { code: -2, status: 404, show: 'modal', text: 'joining.gone' },
  joinRemindedLately: { code: -2, status: 429, show: 'modal', text: 'joining.remindedLately' },
  tooManyInvitations: { code: -1, status: 409, show: 'modal', text: 'joining.tooMany' },
  invitedAlready: { code: 1007, status: 409, show: 'modal', text: 'joining.outcomes.invited' },
  invitedOften: { code: -2, status: 429, show: 'modal', text: 'joining.outcomes.invitedOften' },
  invitationsADay: { code: -2, status: 429, show: 'modal', text: 'joining.outcomes.aDay' },
  inviteeUnknown: { code: -1, status: 403, show: 'modal', text: 'joining.outcomes.registrationClosed' },
  personGone: { code: -2, status: 404, show: 'modal', text: 'joining.outcomes.personGone' },
  requestGone: { code: -2, status: 404, show: 'modal', text: 'joining.outcomes.gone' },
  requestWithdrawn: { code: -1, status: 409, show: 'modal', text: 'joining.outcomes.withdrawn' },
  requestAnswered: { code: -1, status: 409, show: 'modal', text: 'joining.outcomes.answered' },
  spaceClosed: { code: -1, status: 409, show: 'modal', text: 'joining.outcomes.closed' },
  invitationGone: { code: -2, status: 404, show: 'modal', text: 'joining.invitationGone' },
  invitationElsewhere: { code: 8, status: 403, show: 'modal', text: 'joining.invitationElsewhere' },
  opinionNeeded: { code: -1, status: 400, show: 'modal', text: 'approvals.opinionNeeded', field: 'opinion' },
  approvalGone: { code: -2, status: 404, show: 'modal', text: 'approvals.gone' },
  capacityAsked: { code: 1007, status: 409, show: 'modal', text: 'capacity.asked', field: 'size' },
  capacityAsksADay: { code: -2, status: 429, show: 'modal', text: 'capacity.aDay' },
  capacityNotMore: { code: -1, status: 400, show: 'modal', text: 'capacity.notMore', field: 'size' },
  journalWindow: { code: -1, status: 400, show: 'modal', text: 'journal.window', field: 'from' },
  viewAsReadsOnly: { code: 8, status: 403, show: 'modal', text: 'rights.viewAsReadsOnly' },

  fileForbidden: { code: 8, status: 403, show: 'modal', text: 'files.forbidden' },
  fileGone: { code: -2, status: 404, show: 'modal', text: 'files.gone' },
  folderGone: { code: -2, status: 404, show: 'modal', text: 'files.folderGone' },
  fileNameTaken: { code: 4, status: 409, show: 'modal', text: 'files.nameTaken', field: 'name' },
  fileNameInvalid: { code: -1, status: 400, show: 'modal', text: 'files.nameInvalid', field: 'name' },
  folderIntoItself: { code: -1, status: 409, show: 'modal', text: 'files.folderIntoItself' },
  folderTooDeep: { code: -1, status: 409, show: 'modal', text: 'files.folderTooDeep' },
  spaceFull: { code: -1, status: 409, show: 'modal', text: 'files.spaceFull' },

  factsChanged: { code: 4, status: 409, show: 'modal', text: 'facts.changed' },
  factsInvalid: { code: -1, status: 400, show: 'modal', text: 'facts.invalid', field: 'data' },
  factsTooLong: { code: -1, status: 400, show: 'modal', text: 'facts.tooLong', field: 'data' },
  tagsTooMany: { code: -1, status: 400, show: 'modal', text: 'facts.tagsTooMany', field: 'add' },
  templateGone: { code: -2, status: 404, show: 'modal', text: 'facts.templateGone' },
  templateTaken: { code: 1007, status: 409, show: 'modal', text: 'facts.templateTaken', field: 'name' },
  templateInvalid: { code: -1, status: 400, show: 'modal', text: 'facts.templateInvalid', field: 'fields' },
  templatesTooMany: { code: -1, status: 409, show: 'modal', text: 'facts.templatesTooMany' },
  vocabularyGone: { code: -2, status: 404, show: 'modal', text: 'facts.vocabularyGone' },
  vocabularyTaken: { code: 1007, status: 409, show: 'modal', text: 'facts.vocabularyTaken', field: 'name' },
  vocabularyUsed: { code: -1, status: 409, show: 'modal', text: 'facts.vocabularyUsed' },
  factsTooMany: { code: -1, status: 409, show: 'modal', text: 'facts.tooMany' },
  factsHeading: { code: -1, status: 400, show: 'modal', text: 'facts.heading', field: 'file' },

  favouritesTooMany: { code: -1, status: 409, show: 'modal', text: 'marks.tooMany' },

  trashGone: { code: -2, status: 404, show: 'modal', text: 'trash.gone' },

  uploadGone: { code: -2, status: 404, show: 'modal', text: 'uploads.gone' },
  chunkInvalid: { code: -1, status: 400, show: 'modal', text: 'uploads.chunkInvalid' },
  uploadIncomplete: { code: -3, status: 409, show: 'modal', text: 'uploads.incomplete' },
  uploadHashWrong: { code: -3, status: 409, show: 'modal', text: 'uploads.hashWrong' },
  shareGone: { code: -2, status: 404, show: 'modal', text: 'shares.gone' },
  shareExpired: { code: -2, status: 410, show: 'modal', text: 'shares.expired' },
  sharePasswordNeeded: { code: -1, status: 401, show: 'modal', text: 'shares.passwordNeeded' },
  sharePasswordWrong: { code: -1, status: 401, show: 'modal', text: 'shares.passwordWrong', field: 'password' },
  sharePasswordRule: { code: -1, status: 400, show: 'modal', text: 'shares.passwordRule', field: 'password' },
  shareClosed: { code: -2, status: 429, show: 'modal', text: 'shares.closed', field: 'password' },
  shareForbidden: { code: 8, status: 403, show: 'modal', text: 'shares.forbidden' },
  shareTooMany: { code: -1, status: 409, show: 'modal', text: 'shares.tooMany' },
  boxFolderOnly: { code: -1, status: 400, show: 'modal', text: 'shares.boxFolderOnly' },
  boxFull: { code: -1, status: 409, show: 'modal', text: 'shares.boxFull' },
  receiptGone: { code: -2, status: 404, show: 'modal', text: 'shares.receiptGone' },
  receiptFull: { code: -1, status: 409, show: 'modal', text: 'shares.receiptFull' },

  diskFull: { code: -3, status: 507, show: 'modal', text: 'uploads.diskFull' },

  archiveUnknown: { code: -1, status: 400, show: 'modal', text: 'archives.unknown' },
  archiveDamaged: { code: -3, status: 409, show: 'modal', text: 'archives.damaged' },
  archiveUnsafe: { code: -1, status: 400, show: 'modal', text: 'archives.unsafe' },
  archiveEncrypted: { code: -1, status: 400, show: 'modal', text: 'archives.encrypted' },
  archiveTooLarge: { code: -1, status: 409, show: 'modal', text: 'archives.tooLarge' },
  entryOutside: { code: -1, status: 400, show: 'modal', text: 'archives.entryOutside' },
  entryLink: { code: -1, status: 400, show: 'modal', text: 'archives.entryLink' },
  entryUnreadable: { code: -1, status: 400, show: 'modal', text: 'archives.entryUnreadable' },
  contentDamaged: { code: -3, status: 409, show: 'modal', text: 'archives.contentDamaged' },

  taskGone: { code: -2, status: 404, show: 'modal', text: 'tasks.gone' },
  taskForbidden: { code: 8, status: 403, show: 'modal', text: 'tasks.forbidden' },
  taskRunning: { code: -1, status: 409, show: 'modal', text: 'tasks.running' },
  taskNotFailed: { code: -1, status: 409, show: 'modal', text: 'tasks.notFailed' },
  taskSecretGone: { code: -1, status: 409, show: 'modal', text: 'tasks.secretGone' },
  tasksTooMany: { code: -2, status: 429, show: 'modal', text: 'tasks.tooMany' },
  taskTooLarge: { code: -1, status: 409, show: 'modal', text: 'tasks.tooLarge' },
} as const satisfies Record<string, Row>

export type ErrorName = keyof typeof rows
/** The one table of refusals: wire code, HTTP status, presentation and sentence. Source: spec section 8. */
export const errors: Readonly<Record<ErrorName, Row>> = rows
