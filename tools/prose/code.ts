import { parseSync, Visitor, type ESTree } from 'vite';
import { blank, codeMark, hideCode, markAsCode, type Passage } from './passage.ts';

/** A name that is declared in a file. */
export type Declaration = { readonly name: string; readonly offset: number; readonly isFunction: boolean };

export type Prose = { readonly passages: readonly Passage[]; readonly declarations: readonly Declaration[] };

type Range = { readonly start: number; readonly end: number };

/** Attributes whose text is not visible to users. */
const silentAttributes = /^(class|className|style|d|points|viewBox|transform|sizes|rel|accept|allow|sandbox)$/;

/** Extracts the comments, the test names or messages, and the declared names of TypeScript or JavaScript. */
export function readCode(path: string, source: string): Prose {
  const { program, comments } = parseSync(path, source);
  const passages = joinLines(source, comments).map(({ start, end }) => toComment(source.slice(start, end), start));
  const declarations: Declaration[] = [];
  const isTest = /\.(test|suite)\.tsx?$/.test(path);
  const hasMessages = /^(src|packages)\//.test(path) && !isTest;
  new Visitor(declarationVisitor(declarations)).visit(program);
  if (isTest) {
    new Visitor(testNameVisitor(source, passages)).visit(program);
  } else if (hasMessages) {
    new Visitor(messageVisitor(source, passages)).visit(program);
  }
  return { passages, declarations };
}

/** Joins consecutive line comments into one range. */
function joinLines(source: string, comments: ReturnType<typeof parseSync>['comments']): Range[] {
  const ranges: { start: number; end: number; isLine: boolean }[] = [];
  for (const { type, start, end } of comments) {
    const last = ranges.at(-1);
    if (last?.isLine && type === 'Line' && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.end = end;
    } else {
      ranges.push({ start, end, isLine: type === 'Line' });
    }
  }
  return ranges;
}

/** Removes the delimiters of a comment. */
export function toComment(source: string, offset: number): Passage {
  const isDoc = source.startsWith('/**');
  const text = source
    .replace(/^\/\*+|\*+\/$/g, blank)
    .replace(/^[ \t]*(\/\/+|\*)/gm, blank)
    .replace(/\{@\w+[^}]*\}/g, markAsCode)
    .replace(/@(param|returns?|throws)\b/g, blank);
  return { kind: isDoc ? 'doc comment' : 'comment', offset, text: hideCode(text) };
}

function declarationVisitor(found: Declaration[]) {
  const add = (node: ESTree.Node | null | undefined, isFunction: boolean) => {
    if (node?.type === 'Identifier') {
      found.push({ name: node.name, offset: node.start, isFunction });
    }
  };
  return {
    FunctionDeclaration(node: ESTree.Function) {
      add(node.id, true);
      node.params.forEach((parameter) => add(parameter, false));
    },
    VariableDeclarator(node: ESTree.VariableDeclarator) {
      add(node.id, node.init?.type === 'ArrowFunctionExpression');
    },
    MethodDefinition(node: ESTree.MethodDefinition) {
      add(node.key, true);
    },
    PropertyDefinition(node: ESTree.PropertyDefinition) {
      add(node.key, node.value?.type === 'ArrowFunctionExpression');
    },
    TSPropertySignature(node: ESTree.TSPropertySignature) {
      add(node.key, node.typeAnnotation?.typeAnnotation.type === 'TSFunctionType');
    },
    TSMethodSignature(node: ESTree.TSMethodSignature) {
      add(node.key, true);
    },
  };
}

function testNameVisitor(source: string, passages: Passage[]) {
  return {
    CallExpression(node: ESTree.CallExpression) {
      const [name] = node.arguments;
      if (
        name !== undefined &&
        isText(name) &&
        /^(test|it|describe)\b/.test(source.slice(node.start, node.start + 9))
      ) {
        passages.push(toText('test name', source, name));
      }
    },
  };
}

function messageVisitor(source: string, passages: Passage[]) {
  const silent: Range[] = [];
  const add = (node: ESTree.Node) => {
    const passage = toText('message', source, node);
    const isSilent = silent.some(({ start, end }) => start <= node.start && node.end <= end);
    const isProse =
      node.type === 'JSXText'
        ? /[a-z]/.test(passage.text)
        : /[A-Za-z]{2},? +[A-Za-z¤]|¤ [A-Za-z]{2}/.test(passage.text);
    const isCode = /[{};]\s*\n|[{}];/.test(passage.text);
    if (isProse && !isSilent && !isCode) {
      passages.push(passage);
    }
  };
  return {
    JSXAttribute(node: ESTree.JSXAttribute) {
      if (node.value !== null && node.name.type === 'JSXIdentifier' && silentAttributes.test(node.name.name)) {
        silent.push(node.value);
      }
    },
    TaggedTemplateExpression(node: ESTree.TaggedTemplateExpression) {
      silent.push(node.quasi);
    },
    ImportDeclaration(node: ESTree.ImportDeclaration) {
      silent.push(node.source);
    },
    JSXText: add,
    TemplateLiteral: add,
    Literal(node: ESTree.Node) {
      if (isText(node)) {
        add(node);
      }
    },
  };
}

function isText(node: ESTree.Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** Extracts the text of a string, a template or JSX. Expressions in a template count as code. */
function toText(kind: Passage['kind'], source: string, node: ESTree.Node): Passage {
  if (node.type === 'JSXText') {
    return { kind, offset: node.start, text: source.slice(node.start, node.end) };
  }
  let text = ` ${source.slice(node.start + 1, node.end - 1)} `;
  if (node.type === 'TemplateLiteral') {
    for (const { start, end } of node.expressions) {
      const [from, to] = [start - node.start - 2, end - node.start + 1];
      text = text.slice(0, from) + codeMark.repeat(to - from) + text.slice(to);
    }
  }
  return { kind, offset: node.start, text: hideCode(text.replace(/\\n/g, '  ').replace(/\\`/g, ' `')) };
}
