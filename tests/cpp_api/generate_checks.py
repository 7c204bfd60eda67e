#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns cpp_api.txt, the C++ API of oneDNN v3 as facts, into C++ that compiles only if it is there.

    generate_checks.py cpp_api.txt OUTPUT_DIR

writes
    signatures.cpp  static_asserts: classes, bases, members, constants, exact signatures, defaults
    calls.cpp       a function that calls everything once, to be compiled and linked but never run

A line of cpp_api.txt that this program does not understand is an error: nothing is skipped.
"""

import pathlib
import re
import sys

# How the constants of a C++ enum are called in C: prefix, and exceptions.
C_NAMES = {
    'engine::kind': ('dnnl_', {'any': 'dnnl_any_engine'}),
    'stream::flags': ('dnnl_stream_', {}),
    'fpmath_mode': ('dnnl_fpmath_mode_', {}),
    'accumulation_mode': ('dnnl_accumulation_mode_', {}),
    'primitive::kind': ('dnnl_', {'undef': 'dnnl_undefined_primitive'}),
    'scratchpad_mode': ('dnnl_scratchpad_mode_', {}),
    'rounding_mode': ('dnnl_rounding_mode_', {}),
    'quantization_mode': ('dnnl_quantization_mode_', {}),
    'prop_kind': ('dnnl_', {'undef': 'dnnl_prop_kind_undef'}),
    'algorithm': ('dnnl_', {'undef': 'dnnl_alg_kind_undef'}),
    'normalization_flags': ('dnnl_', {'none': 'dnnl_normalization_flags_none'}),
    'rnn_flags': ('dnnl_rnn_flags_', {}),
    'rnn_direction': ('dnnl_', {'undef': 'dnnl_rnn_direction_undef'}),
    'query': ('dnnl_query_', {}),
    'memory::data_type': ('dnnl_', {'undef': 'dnnl_data_type_undef'}),
    'memory::format_kind': ('dnnl_format_kind_', {'blocked': 'dnnl_blocked'}),
    'memory::sparse_encoding': ('dnnl_', {'undef': 'dnnl_sparse_encoding_undef'}),
    'memory::format_tag': ('dnnl_', {'undef': 'dnnl_format_tag_undef',
                                     'any': 'dnnl_format_tag_any',
                                     'format_tag_last': 'dnnl_format_tag_last'}),
    'status': ('dnnl_', {}),
    'cpu_isa': ('dnnl_cpu_isa_', {'isa_default': 'dnnl_cpu_isa_default'}),
    'cpu_isa_hints': ('dnnl_cpu_isa_', {}),
}

# Values for T, to try a member template with.
TEMPLATE_ARGUMENTS = {
    'validate_dims': 'int',
    'memory': 'float',
    'get_host_scalar_value': 'float',
    'set_host_scalar_value': 'float',
    'map_data': 'float',
    'get_flags': 'dnnl::normalization_flags',
}

NAMESPACES = {'dnnl', 'dnnl::threadpool_interop'}

# The class template is checked by one of its instances.
HANDLE = 'dnnl::handle<dnnl_engine_t>'

# Member functions whose line in cpp_api.txt lacks `const`.
CONST_ANYWAY = {'dnnl::error::what'}


class Parameter:
    """`const dims & adims`, `int index = …`"""

    def __init__(self, text):
        declaration, equals, _ = text.partition('=')
        self.has_default = bool(equals)
        match = re.fullmatch(r'(.*[\s*&])(\w+)\s*', declaration)
        if not match:
            sys.exit(f'cannot read the parameter: {text}')
        self.type = match.group(1).strip()


def parameters_of(text):
    """Splits a parameter list at its outer commas."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += {'<': 1, '(': 1, '>': -1, ')': -1}.get(c, 0)
        if c == ',' and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [Parameter(p) for p in parts if p.strip()]


class Overload:
    def __init__(self, params):
        self.types = [p.type for p in params]
        self.required = sum(not p.has_default for p in params)

    def prefixes(self):
        """The argument lists that this overload accepts."""
        return [self.types[:n] for n in range(self.required, len(self.types) + 1)]


class Scope:
    """Names in a class, or in a namespace.

    The types of a class's members are written as aliases into a struct derived from the class,
    within structs derived from the enclosing classes, so that they mean there what they mean in the
    class. Those of a namespace are written into a namespace inside it.
    """

    def __init__(self, name, number):
        self.name = name  # 'dnnl::memory::desc', or 'dnnl' for the namespace
        self.is_namespace = name in NAMESPACES
        self.number = number
        self.aliases = []
        self.overloads = {}  # function name -> [(Overload, line), ...]

    def alias(self, type_text):
        """The name of a type that is written as in cpp_api.txt."""
        for i, declared in enumerate(self.aliases):
            if declared == type_text:
                return f'{self.place()}::type_{i}'
        self.aliases.append(type_text)
        return f'{self.place()}::type_{len(self.aliases) - 1}'

    def place(self):
        return '::'.join([self.aliases_namespace(), *self.structs()])

    def namespace(self):
        """The innermost namespace that this is in, or is."""
        return max((n for n in NAMESPACES if (self.name + '::').startswith(n + '::')), key=len)

    def aliases_namespace(self):
        return f'{self.namespace()}::api_scope_{self.number}'

    def classes(self):
        """The class and those around it, outermost first, without their namespace."""
        return self.name[len(self.namespace()):].split('::')[1:]

    def structs(self):
        return ['in_' + re.sub('<.*', '', c) for c in self.classes()]

    def write(self):
        namespaces = self.aliases_namespace().split('::')
        lines = [f'namespace {n} {{' for n in namespaces]
        base = self.namespace()
        for name, struct in zip(self.classes(), self.structs()):
            base += '::' + name
            lines.append(f'struct {struct} : {base} {{')
        if self.name == HANDLE:
            lines.append('using T = dnnl_engine_t;')
        lines += [f'using type_{i} = {text};' for i, text in enumerate(self.aliases)]
        return lines + ['};' * len(self.structs()) + '}' * len(namespaces)]


class Generator:
    def __init__(self):
        self.scopes = []
        self.checks = []
        self.calls = []
        self.count = 0
        self.blas = {}  # parameter lists of dnnl::sgemm() etc.

    # Output.

    def check(self, condition, line):
        self.count += 1
        number, text = line
        message = f'cpp_api.txt:{number}: {text.strip()[:100]}'.replace('…', '...')
        self.checks.append(f'static_assert({condition}, "{message}");')

    def call(self, expression):
        self.calls.append(f'  (void)({expression});')

    def open_scope(self, name):
        self.scopes.append(Scope(name, len(self.scopes)))
        return self.scopes[-1]

    # The kinds of lines.

    def enum(self, owner, text, line):
        name, constants = re.fullmatch(r'(\S+) \{ (.*) \}', text).groups()
        full = f'{owner}::{name}'
        prefix, exceptions = C_NAMES[full[len('dnnl::'):]]
        self.check(f'std::is_enum<{full}>::value && !std::is_convertible<{full}, int>::value',
                   (line[0], f'enum class {full}'))
        for constant in constants.split(', '):
            c_name = exceptions.get(constant, prefix + constant)
            self.check(f'static_cast<long long>({full}::{constant}) == {c_name}',
                       (line[0], f'{full}::{constant}'))

    def function(self, scope, text, line, owner=None):
        """A free, static or member function; `owner` is the class of the latter two."""
        text = re.sub(r'^virtual ', '', text)
        is_static = text.startswith('static ')
        text = text[len('static '):] if is_static else text
        match = re.fullmatch(r'(.*?)\s*(operator\s*[^\s(]+|\w+)\((.*)\)( const)?', text)
        if not match or not match.group(1):
            sys.exit(f'{line[0]}: cannot read: {text}')
        returns, name, params, const = match.groups()
        overload = Overload(parameters_of(params))
        const = const or (' const' if f'{owner}::{name}' in CONST_ANYWAY else '')
        place = f'{owner}::*' if owner and not is_static else '*'
        signature = scope.alias(f'{returns} ({place})({", ".join(overload.types)}){const}')
        self.check(f'decltype(exists<{signature}>(&{owner or scope.name}::{name}))::value', line)
        self.remember(scope, name, overload, line)

        arguments = ', '.join(f'some<{scope.alias(t)}>()' for t in overload.types)
        if not owner:
            self.call(f'static_cast<{signature}>(&{scope.name}::{name})({arguments})')
        elif is_static:
            self.call(f'static_cast<{signature}>(&{owner}::{name})({arguments})')
        else:
            function = f'static_cast<{signature}>(&{owner}::{name})'
            self.call(f'(some<{owner} &>().*{function})({arguments})')

    def constructor(self, scope, owner, params, line, explicit=False):
        overload = Overload(parameters_of(params))
        types = [scope.alias(t) for t in overload.types]
        for n in range(overload.required, len(types) + 1):
            arguments = ''.join(f', only<{t}>' for t in types[:n])
            self.check(f'std::is_constructible<{owner}{arguments}>::value', line)
        if explicit:
            self.check(f'!std::is_convertible<{types[0]}, {owner}>::value', line)
        self.remember(scope, owner, overload, line)
        self.call(f'{owner}({", ".join(f"some<{t}>()" for t in types)})' if types else f'{owner}()')

    def member_template(self, scope, owner, text, line):
        match = re.fullmatch(r'(.*?) ?\((.*?)\)( const)? (\w+)\((.*)\)', text)
        if not match:
            sys.exit(f'{line[0]}: cannot read: {text}')
        returns, _, const, name, params = match.groups()
        overload = Overload(parameters_of(params))
        argument = TEMPLATE_ARGUMENTS[name]
        returns = re.sub(r'\bT\b', argument, returns)
        types = [re.sub(r'\bT\b', argument, t) for t in overload.types]
        some = ', '.join(f'some<{scope.alias(t)}>()' for t in types)
        if owner.endswith('::' + name):
            only = ''.join(f', only<{scope.alias(t)}>' for t in types[:-1])
            self.check(f'std::is_constructible<{owner}{only}, {argument}>::value', line)
            self.call(f'{owner}({some})')
            return
        place = f'{owner}::*' if const else '*'
        signature = scope.alias(f'{returns} ({place})({", ".join(types)}){const or ""}')
        function = f'&{owner}::{name}<{argument}>'
        self.check(f'decltype(exists<{signature}>({function}))::value', line)
        for n in range(overload.required, len(types)):
            arguments = ', '.join(f'std::declval<{scope.alias(t)}>()' for t in types[:n])
            self.check(f'std::is_void<void_t<decltype(std::declval<const {owner} &>()'
                       f'.template {name}<{argument}>({arguments}))>>::value', line)
        self.call(f'(some<{owner} &>().*static_cast<{signature}>({function}))({some})'
                  if const else f'({function})({some})')

    def remember(self, scope, name, overload, line):
        scope.overloads.setdefault(name, []).append((overload, line))

    def defaults(self, scope):
        """Checks for arguments that may be left out, and that others may not."""
        for name, overloads in scope.overloads.items():
            is_constructor = name == scope.name
            accepted = {tuple(p) for overload, _ in overloads for p in overload.prefixes()}
            for overload, line in overloads:
                rejected = overload.types[:overload.required - 1] if overload.required else None
                if rejected is not None and tuple(rejected) in accepted:
                    rejected = None
                if is_constructor:
                    if rejected is not None:
                        only = ''.join(f', only<{scope.alias(t)}>' for t in rejected)
                        self.check(f'!std::is_constructible<{name}{only}>::value', line)
                elif not name.startswith('operator'):
                    tries = [(p, '') for p in overload.prefixes()[:-1]]
                    tries += [(rejected, '!')] if rejected is not None else []
                    for types, negation in tries:
                        self.callable(scope, name, types, negation, line)

    def callable(self, scope, name, types, negation, line):
        arguments = ''.join(f', {scope.alias(t)}' for t in types)
        if scope.is_namespace:
            template, call, of = 'typename... A', f'{scope.name}::{name}', ''
        else:
            template, call = 'typename C, typename... A', f'std::declval<C>().{name}'
            of = f', {scope.name} &'
        probe = f'call_{scope.number}_{name}'
        definition = (f'template <{template}>\n'
                      f'using {probe} = decltype({call}(std::declval<A>()...));')
        if definition not in self.checks:
            self.checks.append(definition)
        self.check(f'{negation}is_valid<{probe}{of}{arguments}>::value', line)

    # Sections of cpp_api.txt.

    def member(self, scope, text, line):
        owner = scope.name
        short = re.sub('<.*', '', owner).rsplit('::', 1)[1]
        explicit = text.startswith('explicit ')
        bare = text[len('explicit '):] if explicit else text
        if text.startswith('enum class '):
            self.enum(owner, text[len('enum class '):], line)
        elif text.startswith('using '):
            name, definition = re.fullmatch(r'using (\w+) = (.*)', text).groups()
            self.check(f'std::is_same<{owner}::{name}, {scope.alias(definition)}>::value', line)
        elif text.startswith('template '):
            self.member_template(scope, owner, text[len('template '):], line)
        elif text == f'virtual ~{short}()':
            self.check(f'std::has_virtual_destructor<{owner}>::value', line)
        elif text == 'copy and move constructors and assignments':
            for how in 'copy', 'move':
                self.check(f'std::is_{how}_constructible<{owner}>::value', line)
                self.check(f'std::is_{how}_assignable<{owner}>::value', line)
        elif re.fullmatch(r'operator \w+\(\) const', bare):
            target = scope.alias(re.fullmatch(r'operator (\w+)\(\) const', bare).group(1))
            self.check(f'std::is_constructible<{target}, const {owner} &>::value', line)
            self.check(f'!std::is_convertible<const {owner} &, {target}>::value', line)
        elif re.match(rf'{short}\(', bare):
            params = re.fullmatch(rf'{short}\((.*)\)( = default)?', bare).group(1)
            self.constructor(scope, owner, params, line, explicit)
        elif text.endswith(')') or text.endswith(') const'):
            if text.startswith('virtual '):
                self.check(f'std::is_abstract<{owner}>::value', line)
            self.function(scope, text, line, owner)
        else:
            member_type, name = re.fullmatch(r'(.*[\s*&])(\w+)', text).groups()
            expected = scope.alias(member_type)
            self.check(f'std::is_same<decltype({owner}::{name}), {expected}>::value', line)

    def interop_member(self, scope, text, line):
        if text.startswith('status sgemm(...)'):
            for name, params in self.blas.items():
                params += ', threadpool_iface * threadpool'
                self.function(scope, f'status {name}({params})', line)
        else:
            self.function(scope, text, line)

    def read(self, path):
        namespace = self.open_scope('dnnl')
        scope, member = None, None
        for number, text in enumerate(pathlib.Path(path).read_text('utf-8').splitlines(), 1):
            text = re.sub(r' {3,}\(.*', '', text)  # remarks
            line = (number, text)
            if not text.strip():
                scope = None
            elif text.startswith('  '):
                if not scope:
                    sys.exit(f'{number}: a member of nothing: {text}')
                member(scope, text.strip(), line)
            elif text.startswith('class '):
                name, _, base = text[len('class '):].partition(' : ')
                scope, member = self.open_scope(name), self.member
                self.check(f'std::is_class<{name}>::value', line)
                if base:
                    base = base if '::' in base else f'dnnl::{base}'
                    self.check(f'std::is_base_of<{base}, {name}>::value', line)
            elif text.startswith('template <') and text.endswith('class dnnl::handle'):
                scope, member = self.open_scope(HANDLE), self.member
                self.check(f'std::is_same<{HANDLE}, dnnl::handle<dnnl_engine_t, '
                           'dnnl::handle_traits<dnnl_engine_t>>>::value', line)
            elif text.startswith('namespace dnnl::threadpool_interop'):
                scope, member = self.open_scope('dnnl::threadpool_interop'), self.interop_member
            elif text.startswith('enum class dnnl::'):
                self.enum('dnnl', text[len('enum class dnnl::'):], line)
            elif text.startswith('using dnnl::'):
                name, definition = re.fullmatch(r'using (\S+) = (.*)', text).groups()
                self.check(f'std::is_same<{name}, {definition}>::value', line)
            else:
                blas = re.fullmatch(r'status dnnl::(s?gemm\w*)\((.*)\)', text)
                if blas:
                    self.blas[blas.group(1)] = blas.group(2)
                self.function(namespace, text.replace('dnnl::', '', 1), line)
        for each in self.scopes:
            self.defaults(each)

    def files(self):
        includes = ['// Generated by generate_checks.py from cpp_api.txt.',
                    '#include "api_checks.h"', '']
        scopes = [line for scope in self.scopes for line in scope.write()]
        signatures = [*includes, *scopes, '', 'namespace api_checks {', *self.checks,
                      '}  // namespace api_checks', '']
        calls = [*includes, *scopes, '', 'namespace api_checks {',
                 'void call_everything() {', *self.calls, '}', '}  // namespace api_checks', '']
        return {'signatures.cpp': signatures, 'calls.cpp': calls}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    generator = Generator()
    generator.read(sys.argv[1])
    output = pathlib.Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    for name, lines in generator.files().items():
        (output / name).write_text('\n'.join(lines), 'utf-8')
    print(f'{generator.count} checks, {len(generator.calls)} calls')


if __name__ == '__main__':
    main()
