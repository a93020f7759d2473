/** Where the answers of this page are kept. */
export const mailServerKey = ['mails', 'server']
export const mailTemplatesKey = ['mails', 'templates']
export const mailListKey = ['mails', 'list']
