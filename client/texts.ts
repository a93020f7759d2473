export type Language = 'zh' | 'en'

const en = {
  usage: `Usage: dataspace <command> [options]

  login <address>                      keeps an access token for a site (asks for it, or reads it from a pipe)
  logout                               forgets it
  ls [<space>[:/folder]]               your spaces, or what a folder holds
  upload <paths…> <space>[:/folder]    brings files and folders; run it again after a cut, it goes on
  download <space>[:/path] <dir>       fetches a file or folder; run it again after a cut, it goes on
  verify <dir> <space>[:/folder]       compares every file by its SHA-256

  --conflict skip|replace|keepBoth|refuse   what a taken name means (refuse)
  --parallel <n>                            files and chunks at once, 1 to 16 (8)
  --dry-run                                 tells what would happen, changes nothing
  --json                                    one JSON object a line
  --help, --version

DATASPACE_URL and DATASPACE_TOKEN go before what login keeps.
Ends with 0 when all is well, 1 when something is not, 2 when it was called wrongly.`,
  wrongCall: 'Not understood: {{what}}. dataspace --help tells how.',
  noCommand: 'Not understood: a command is missing. dataspace --help tells how.',
  addressWrong: '“{{what}}” is no address such as https://data.example.org',
  placeWrong: '“{{what}}” names no space: <space>[:/folder]',
  notLoggedIn: 'No site is known yet: dataspace login <address>, or DATASPACE_URL and DATASPACE_TOKEN',
  plain: 'Warning: {{site}} is not https: whoever is in between can read the token',
  askToken: 'Access token (personal center, “Access tokens”): ',
  loggedIn: 'Signed in at {{site}} as {{name}}; the token is in {{file}}',
  loggedOut: 'The token is forgotten here; end it in the personal center too',
  nameInvalid: 'this name cannot be used: no dot in front, no dot or space at the end, none of \\ / : * ? " < > |',
  nameTwice: 'two names here are one to the server',
  notAFile: 'neither a file nor a folder',
  unreadable: 'cannot be read: {{why}}',
  nameTaken: 'there is another one with this name (--conflict)',
  localTaken: 'there is another one with this name here (--conflict)',
  changed: 'changed while it was sent; run this again',
  damaged: 'what arrived is not what is stored; run this again',
  gone: 'There is no “{{path}}” in this space',
  notAFolder: '“{{path}}” is no folder',
  waiting: 'No answer ({{why}}), trying again in {{seconds}} s',
  unreachable: 'The server cannot be reached: {{why}}',
  redirected: 'The server says that it is at {{site}}',
  progress: '{{files}} files, {{bytes}}, {{rate}}/s{{left}}',
  left: ', {{time}} left',
  sent: '{{n}} sent',
  received: '{{n}} fetched',
  same: '{{n}} the same',
  skipped: '{{n}} skipped',
  would: '{{n}} to do',
  refused: '{{n}} refused',
  failed: '{{n}} failed',
  missing: '{{n}} missing here',
  different: '{{n}} different',
  extra: '{{n}} only here',
  summary: '{{counts}} ({{bytes}} in {{time}})',
  nothing: 'nothing to do',
  lineRefused: 'refused: {{path}}: {{message}}',
  lineFailed: 'failed: {{path}}: {{message}}',
  lineWould: 'would go: {{path}}',
  lineMissing: 'missing here: {{path}}',
  lineDifferent: 'different: {{path}}',
  lineExtra: 'only here: {{path}}',
}

const zh: Record<keyof typeof en, string> = {
  usage: `用法：dataspace <命令> [选项]

  login <网址>                        保存一个站点的访问令牌（会询问，也可从管道读入）
  logout                              忘记令牌
  ls [<空间>[:/文件夹]]               列出我的空间，或文件夹里的内容
  upload <路径…> <空间>[:/文件夹]     上传文件和文件夹；中断后再运行一次即可续传
  download <空间>[:/路径] <目录>      下载文件或文件夹；中断后再运行一次即可续传
  verify <目录> <空间>[:/文件夹]      逐个文件比对 SHA-256

  --conflict skip|replace|keepBoth|refuse   同名时跳过、替换、都保留或拒绝（默认拒绝）
  --parallel <n>                            同时传输的文件和分片数，1 到 16（默认 8）
  --dry-run                                 只说明会做什么，不做任何改动
  --json                                    每行一个 JSON 对象
  --help、--version

DATASPACE_URL 和 DATASPACE_TOKEN 优先于 login 保存的内容。
全部顺利返回 0，有未完成或不一致返回 1，用法有误返回 2。`,
  wrongCall: '无法理解：{{what}}。请看 dataspace --help。',
  noCommand: '缺少命令。请看 dataspace --help。',
  addressWrong: '“{{what}}”不是网址，应如 https://data.example.org',
  placeWrong: '“{{what}}”没有指明空间：<空间>[:/文件夹]',
  notLoggedIn: '还没有登录站点：请运行 dataspace login <网址>，或设置 DATASPACE_URL 和 DATASPACE_TOKEN',
  plain: '注意：{{site}} 不是 https，途中的人可以看到令牌',
  askToken: '访问令牌（个人中心“访问令牌”）：',
  loggedIn: '已以 {{name}} 的身份登录 {{site}}，令牌保存在 {{file}}',
  loggedOut: '本机已忘记令牌；请在个人中心也将其停用',
  nameInvalid: '名称不能使用：不能以点开头，不能以点或空格结尾，不能含 \\ / : * ? " < > |',
  nameTwice: '这里有两个名称在服务器看来是同一个',
  notAFile: '既不是文件也不是文件夹',
  unreadable: '无法读取：{{why}}',
  nameTaken: '已有同名的其他内容（可用 --conflict）',
  localTaken: '本地已有同名的其他内容（可用 --conflict）',
  changed: '上传过程中文件发生变化，请再运行一次',
  damaged: '收到的内容与存储的不一致，请再运行一次',
  gone: '空间里没有“{{path}}”',
  notAFolder: '“{{path}}”不是文件夹',
  waiting: '没有回应（{{why}}），{{seconds}} 秒后重试',
  unreachable: '无法连接服务器：{{why}}',
  redirected: '服务器说它的地址是 {{site}}',
  progress: '{{files}} 个文件，{{bytes}}，{{rate}}/s{{left}}',
  left: '，还需 {{time}}',
  sent: '已上传 {{n}}',
  received: '已下载 {{n}}',
  same: '相同 {{n}}',
  skipped: '跳过 {{n}}',
  would: '待处理 {{n}}',
  refused: '被拒绝 {{n}}',
  failed: '失败 {{n}}',
  missing: '本地缺少 {{n}}',
  different: '不同 {{n}}',
  extra: '仅本地有 {{n}}',
  summary: '{{counts}}（{{bytes}}，用时 {{time}}）',
  nothing: '没有要做的事',
  lineRefused: '被拒绝：{{path}}：{{message}}',
  lineFailed: '失败：{{path}}：{{message}}',
  lineWould: '将处理：{{path}}',
  lineMissing: '本地缺少：{{path}}',
  lineDifferent: '不同：{{path}}',
  lineExtra: '仅本地有：{{path}}',
}

export type TextKey = keyof typeof en
export type Say = (key: TextKey, values?: Record<string, string | number>) => string

/** Texts of a language, with `{{values}}` filled in. */
export const wordsOf =
  (language: Language): Say =>
  (key, values = {}) =>
    ({ zh, en })[language][key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The user's language by the POSIX environment variables; without them the system's. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const said = env.LC_ALL || env.LC_MESSAGES || env.LANG || Intl.DateTimeFormat().resolvedOptions().locale
  return /^zh/i.test(said) ? 'zh' : 'en'
}
