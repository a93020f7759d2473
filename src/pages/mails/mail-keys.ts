/** Query keys of this page. */
export const mailServerKey = ['mails', 'server']
export const mailTemplatesKey = ['mails', 'templates']
export const mailListKey = ['mails', 'list']
