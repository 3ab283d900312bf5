import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { comments } from './.eslint/vague-words.mjs';

/** What each rule is for stands beside it where the name does not say it. Formatting is Prettier's. */
export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'bench/node_modules/',
      'bench/peer/node_modules/',
      'bench/peer/dist/',
      'docs/node_modules/',
      'docs/.vitepress/.temp/',
      'bench/results/',
      'data/',
      'coverage/',
    ],
  },
  // Each client is a project of its own, and imports what is generated only where it is run; its own tsc checks its
  // types there.
  { ignores: ['test/clients/'] },
  // Made: from the sources, and from the OpenAPI document.
  { ignores: ['packages/*/dist/', 'packages/client/src/schema.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      // Off on purpose: `import type` of a class that Nest injects or ValidationPipe reads silently validates nothing,
      // and the rule would ask for it. verbatimModuleSyntax already catches the rest.
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A port's method may have nothing to wait for in one adapter and still answer with a promise.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Nest modules are classes that only carry a decorator.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
      ],
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      eqeqeq: 'error',
    },
  },
  {
    // Prettier breaks code at this width, and neither comments nor what it cannot break.
    files: ['**/*.{ts,js,mjs,cjs}'],
    rules: {
      'max-len': [
        'error',
        {
          ...{ code: 120, comments: 120, ignoreUrls: true },
          ...{ ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
        },
      ],
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'packages/**/*.ts', 'examples/**/*.ts'],
    plugins: { comments },
    rules: { 'comments/vague-words': 'error' },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'packages/**/*.ts', 'examples/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/testing/**', '**/contract/**'],
    rules: { 'max-lines': ['error', { max: 260, skipBlankLines: false, skipComments: false }] },
  },
  {
    // Time and chance come in through ports, so that a simulator with a seed can run the real code.
    files: [
      'libs/kernel/**/*.ts',
      'libs/workspace-head/**/*.ts',
      'libs/*/domain/**/*.ts',
      'libs/*/projections/**/*.ts',
    ],
    ignores: ['**/*.spec.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'setImmediate', 'process', 'Buffer', 'performance', 'crypto', 'fetch'].map(
          (name) => ({
            name,
            message: 'Comes in through a port.',
          }),
        ),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time comes from the Clock.' },
        { object: 'Math', property: 'random', message: 'Chance comes in through a port.' },
      ],
    },
  },
  {
    // Expectations are read by people: a test may take what it knows to be there.
    files: ['**/*.spec.ts', '**/testing/**/*.ts', '**/contract/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // The variants of better-sqlite3's transactions (`.immediate`) are closures, though their types do not say so.
    files: ['libs/*/sqlite/**/*.ts'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  { files: ['bench/**/*.ts', 'examples/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      sourceType: 'module',
      globals: Object.fromEntries(
        [
          'process',
          'Buffer',
          'console',
          'URL',
          'URLSearchParams',
          'fetch',
          'AbortSignal',
          'setTimeout',
          'clearTimeout',
          'performance',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { require: 'readonly', module: 'writable', __dirname: 'readonly' },
    },
  },
);
