// What the page says, in English and Chinese.
const WORDS = {
  playground: ['playground', '演练场'], example: ['Example', '示例'], target: ['Target', '目标'], format: ['Format', '格式化'],
  share: ['Share', '分享'], problems: ['Problems', '问题'], run: ['Run', '运行'], run_checked: ['Run and check', '运行并检查'],
  stop: ['Stop', '停止'], timeline: ['Timeline', '时间线'], cost: ['Cost', '开销'], lowered: ['Lowered', '降级后'],
  targets: ['Targets', '各目标'], reference: ['Instructions', '指令'], puzzles: ['Puzzles', '习题'], kernel: ['Kernel', '内核函数'],
  blocks: ['Blocks', 'Block 数'], search: ['Search', '搜索'], map: ['Memory map', '内存布局'], close: ['Close', '关闭'],
  loading: ['loading …', '正在加载……'], ready: ['ready', '就绪'], working: ['working …', '运行中……'], fix: ['Fix', '修正'],
  no_problems: ['no problems', '没有问题'], errors: ['{0} errors', '{0} 个错误'], one_error: ['1 error', '1 个错误'],
  warnings: ['{0} warnings', '{0} 个警告'], one_warning: ['1 warning', '1 个警告'], line: ['line {0}', '第 {0} 行'],
  checked_in: ['checked in {0} ms', '检查用时 {0} 毫秒'], ran: ['{0} steps in {1} ms', '{0} 步,{1} 毫秒'],
  nothing_found: ['sanitizers found nothing', '检查器没有发现问题'], stopped: ['stopped', '已停止'], file: ['File …', '文件……'],
  has_errors: ['the program has errors', '程序有错误'], failed: ['the run found problems: see the list', '运行发现问题:见列表'],
  link_copied: ['the address of this page holds the program; it was copied', '本页地址已包含程序,并已复制'],
  link_made: ['the address of this page holds the program', '本页地址已包含程序'], bad_link: ['the address holds no program', '地址中没有程序'],
  elements: ['{0} elements', '{0} 个元素'], only_first: ['the first {0} of {1} are shown', '只显示前 {0} 个,共 {1} 个'],
  smallest: ['smallest {0}, largest {1}, mean {2}', '最小 {0},最大 {1},平均 {2}'], not_numbers: ['{0} are NaN', '{0} 个 NaN'],
  from_row: ['from row', '起始行'], from_column: ['column', '起始列'], save: ['Save as .npy', '保存为 .npy'], heat: ['heat map of {0}', '{0} 的热图'],
  legal: ['legal', '合法'], runs: ['runs', '可运行'], same: ['same values', '数值相同'], cycles: ['cycles', '周期'], differs: ['no: by up to {0}', '否:最多相差 {0}'], yes: ['yes', '是'], no: ['no', '否'],
  first: ['(compared with)', '(比较基准)'], internal: ['internal error; the program was kept', '内部错误;程序已保留'], start: ['Start', '开始'],
  judge: ['Check my solution', '检查我的解答'], solved: ['Solved.', '已解决。'], unsolved: ['Not yet.', '还没有。'],
  what_legal: ['The program runs', '程序可以运行'], what_values: ['The values are right', '数值正确'], what_checked: ['Sanitizers find nothing', '检查器没有发现问题'],
  what_uses: ['It uses', '使用了指令'], what_cycles: ['It is fast enough', '足够快'], next: ['Next puzzle', '下一题'], none: ['none', '无'], nothing: ['nothing fits', '没有匹配'],
  kernel_none: ['no kernel to run', '没有可运行的内核函数'], large: ['the program is large: it is checked when you pause', '程序较大:停顿时检查'], files: ['Files', '文件'], saved: ['saved', '已保存'], keep: ['Save file', '保存文件'],
};
let language = 'en';
export function setLanguage(name) {
  language = name === 'zh' ? 'zh' : 'en';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = say(element.dataset.word);
}
export const getLanguage = () => language;
export function say(key, ...values) {
  const [en, zh] = WORDS[key] ?? [key, key];
  return (language === 'zh' ? zh : en).replace(/\{(\d)\}/g, (_, n) => values[n]);
}
