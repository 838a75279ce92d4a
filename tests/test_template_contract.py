"""Each view model holds exactly what its template uses: no name undefined, no field for nothing.

Every template may also use `reader`, and inside the shell `shell`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, cast

import pytest
from jinja2 import Environment, nodes
from jinja2.meta import find_referenced_templates, find_undeclared_variables

from app.locales import Language
from app.main import create_app
from app.web import views
from app.web.templating import Templates
from app.web.views.page import View

ALWAYS = {"reader"}
IN_SHELL = {"shell"}


def view_models() -> list[type[View]]:
    """Every view model that names a template, by walking the modules of app.web.views."""
    found: set[type[View]] = set()
    for module in pkgutil.walk_packages(views.__path__, views.__name__ + "."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, View) and value is not View:
                found.add(value)
    return sorted(found, key=lambda view: f"{view.__module__}.{view.__name__}")


@pytest.fixture(scope="module")
def environment() -> Environment:
    return cast(Templates, create_app().state.templates).environment(Language.ES)


def sources(environment: Environment, name: str) -> Iterator[nodes.Template]:
    """The template and all that it extends or includes by a fixed name; imports see no fields."""
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, name)
    tree = environment.parse(source)
    yield tree
    imported = {
        template.value
        for template in (
            *(node.template for node in tree.find_all(nodes.Import)),
            *(node.template for node in tree.find_all(nodes.FromImport)),
        )
        if isinstance(template, nodes.Const)
    }
    for reference in find_referenced_templates(tree):
        if reference is not None and reference not in imported:
            yield from sources(environment, reference)


def names_used(environment: Environment, name: str) -> set[str]:
    """Names that the template takes from its context, less those that a loop, set or with around
    an include gives it."""
    used: set[str] = set()
    given: set[str] = set()
    for tree in sources(environment, name):
        used |= find_undeclared_variables(tree)
        given |= {node.name for node in tree.find_all(nodes.Name) if node.ctx == "store"}
        for block in tree.find_all(nodes.With):
            given |= {target.name for target in block.targets if isinstance(target, nodes.Name)}
    return used - given - set(environment.globals)


@pytest.mark.parametrize("view", view_models(), ids=lambda view: view.__name__)
def test_a_view_holds_what_its_template_uses(view: type[View], environment: Environment) -> None:
    parameters = getattr(view, "__dataclass_params__", None)
    assert parameters is not None and parameters.frozen, "a view model is a frozen dataclass"
    held = {field.name for field in fields(cast(Any, view))}
    used = names_used(environment, view.template)
    allowed = ALWAYS | (IN_SHELL if view.template.startswith("pages/") else set())
    assert used - held - allowed == set(), f"{view.template} uses names that the view has not"
    assert held - used == set(), f"{view.template} does not use these fields"


def test_all_views_are_seen() -> None:
    assert {"ErrorPage", "ErrorView", "AboutPage"} <= {view.__name__ for view in view_models()}
