"""What every test module shares: the two engines and the Hypothesis profiles."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, Verbosity, settings

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=30, **COMMON)
settings.register_profile("ci", max_examples=250, derandomize=True, database=None, **COMMON)
settings.register_profile("long", max_examples=3000, verbosity=Verbosity.normal, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

MODULES = {"core": "bonepile", "reference": "bonepile.reference"}


def load(name: str) -> ModuleType:
    """The engine of that name. A core that is not built is an error, never a skip."""
    module = importlib.import_module(MODULES[name])
    assert module.Rules, "the names load on first use"
    return module


@pytest.fixture(scope="session", params=list(MODULES))
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """Each behavioural test runs on both engines; `-k reference` needs no built core."""
    return load(request.param)


@pytest.fixture(scope="session")
def both() -> tuple[ModuleType, ModuleType]:
    """Core and reference, for what they must agree on."""
    return load("core"), load("reference")


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """The reference alone."""
    return load("reference")


@pytest.fixture
def undisturbed_collector() -> Iterator[None]:
    """No callbacks of the garbage collector: an interruption inside one is only warned of."""
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks[:] = callbacks


@pytest.fixture
def twin(reference: ModuleType) -> Iterator[ModuleType]:
    """A second copy of the reference, for a test to break."""
    name = "bonepile.twin"
    place = Path(str(reference.__file__))
    spec = importlib.util.spec_from_file_location(
        name, place, submodule_search_locations=[str(place.parent)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    yield module
    for loaded in [some for some in sys.modules if f"{some}.".startswith(f"{name}.")]:
        del sys.modules[loaded]
